import { useEffect, useEffectEvent } from "react"

/** Ctrl+S or Cmd+S saves the form, except while a dialog is open. */
export function useSaveShortcut(save: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector("dialog[open]")) save()
  })
  // React has no handlers for events of the window.
  useEffect(() => {
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
