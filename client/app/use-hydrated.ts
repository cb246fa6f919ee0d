import { useEffect } from "react"
import { HYDRATED } from "./document-state.ts"

/** Notifies the hydration loader that React now handles the events of this page. */
export function useHydrated() {
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED))
  }, [])
}
