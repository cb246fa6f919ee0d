import { useEffect } from "react"

/** Tells the starter, which knows nothing of React, that this part of the page answers for itself now. */
export function useHydrated() {
  useEffect(() => {
    dispatchEvent(new Event("alive"))
  }, [])
}
