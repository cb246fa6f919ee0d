import { useRouter } from "@tanstack/react-router"
import type { MouseEvent, ReactNode } from "react"

interface MessageLinkProps {
  id: number
  className: string
  children: ReactNode
}

/** Opens a message's own screen. */
export function MessageLink({ id, className, children }: MessageLinkProps) {
  const open = useOpenMessage()
  function follow(event: MouseEvent) {
    // Another tab or window is the browser's to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(id)
  }
  return (
    <a href={pathOf(id)} className={className} onClick={follow}>
      {children}
    </a>
  )
}

export function useOpenMessage(): (id: number) => void {
  const { history } = useRouter()
  return (id) => history.push(pathOf(id))
}

function pathOf(id: number): string {
  return `/admin/messages/${id}`
}
