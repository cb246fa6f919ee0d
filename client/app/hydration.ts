import { useEffect, useSyncExternalStore } from "react"
import { HYDRATED } from "./document-state.ts"

/** Tells the hydration loader that React now handles the events of this page. */
export function useAnnouncedHydration(): void {
  // Event handlers work only after hydration.
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED))
  }, [])
}

/** Whether this device may be asked what differs from the HTML, which is the same for everybody. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
