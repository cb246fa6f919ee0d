import { useState } from "react"

/** Returns a function that copies the text to the clipboard, and what to tell the user of its outcome. */
export function useCopy(text: string, copied: string, failed: string) {
  const [outcome, setOutcome] = useState("")

  async function copyText() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome(copied)
    } catch {
      // Browsers have no clipboard without https, and the user can copy the text by hand.
      setOutcome(failed)
    }
  }

  return { outcome, copyText }
}
