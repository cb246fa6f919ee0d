import { useEffect, useEffectEvent } from "react"

/** Ctrl+S, or Cmd+S, saves instead of asking where to put the page; not while a dialog asks something else. */
export function useSaveShortcut(save: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector("dialog[open]")) save()
  })
  // The shortcut belongs to the whole window, which React has no handler for.
  useEffect(() => {
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
