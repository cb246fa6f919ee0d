import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()

/** Waits for dialogs that open again when they are closed, and for React to remove others. */
export function tellModals() {
  setTimeout(() => {
    for (const listener of listeners) listener()
  })
}

/** Returns the open dialog in front of all others, outside of which nothing can be used or is read out. */
export function useFrontDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => [...document.querySelectorAll("dialog")].filter(({ open }) => open).pop(),
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
