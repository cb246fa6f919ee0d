import { useEffect, useEffectEvent } from "react"

/** Calls `press` for each key that is pressed on the screen. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(press)
  // React has no handlers for events of the document.
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
}
