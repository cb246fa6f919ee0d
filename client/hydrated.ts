import { useEffect } from "react"
import { HYDRATED } from "./document-state.ts"

/** Tells the hydration loader that React handles the events of this page now. */
export function useHydrated() {
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED))
  }, [])
}
