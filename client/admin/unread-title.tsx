import { useMatches } from "@tanstack/react-router"
import { useEffect } from "react"

/** Puts the number of unread messages before the screen's title. */
export function UnreadTitle({ unread }: { unread: number }) {
  const title = useMatches({ select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast(hasTitle)?.title })
  // React sets the title itself whenever the screen changes, and does not know of the number.
  useEffect(() => {
    if (title) document.title = unread > 0 ? `(${unread}) ${title}` : title
  }, [title, unread])
  return null
}

function hasTitle(meta: object | undefined): meta is { title: string } {
  return meta !== undefined && "title" in meta
}
