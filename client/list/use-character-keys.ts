import { useState } from "react"

/** In local storage, where somebody has turned the keys `/` and `?` off. */
const KEY = "characterKeys"

export function useCharacterKeys() {
  const [areOn, setAreOn] = useState(readSetting)

  function turn(on: boolean) {
    setAreOn(on)
    try {
      if (on) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, "off")
    } catch {
      // Storage may be blocked; the setting then lasts as long as the page.
    }
  }

  return { areOn, turn }
}

function readSetting(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off"
  } catch {
    return true
  }
}
