import { type MouseEvent, type ReactNode, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { failureText, needsReauthentication } from "#client/app/failures.ts"
import { showToast } from "#client/ui/toast.tsx"
import { reauthentication as texts } from "./texts.ts"

interface ReauthenticatedDownloadProps {
  href: string
  className: string
  children: ReactNode
}

/** Links to a file that is sent only if the password or a passkey was given lately, and asks for these. */
export function ReauthenticatedDownload({ href, className, children }: ReauthenticatedDownloadProps) {
  const { client } = useApi()
  const [isAsking, setIsAsking] = useState(false)

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (isAsking) return
    setIsAsking(true)
    try {
      await client.accounts.checkReauthentication.mutate()
      // The response is an attachment, so that the page stays.
      location.assign(href)
    } catch (error) {
      const text = needsReauthentication(error) ? texts.cancelled : (failureText(error) ?? texts.failed)
      showToast({ title: texts.notDownloaded, text, tone: "error" })
    }
    setIsAsking(false)
  }

  return (
    <a href={href} download className={className} onClick={download}>
      {children}
    </a>
  )
}
