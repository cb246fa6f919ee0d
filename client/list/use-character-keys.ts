import { useState } from "react"
import { withStorage } from "#client/browser-storage.ts"

/** In local storage, where somebody has turned the keys `/` and `?` off. */
const KEY = "characterKeys"

export function useCharacterKeys() {
  const [areOn, setAreOn] = useState(readSetting)

  function turn(on: boolean) {
    setAreOn(on)
    // Without storage the setting lasts as long as the page.
    withStorage(() => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, "off")))
  }

  return { areOn, turn }
}

function readSetting(): boolean {
  return withStorage(() => localStorage.getItem(KEY)) !== "off"
}
