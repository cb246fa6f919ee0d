import { withStorage } from "./browser-storage.ts"
import { HAS_SESSION } from "./document-state.ts"

/**
 * Key of a token that only says that this browser is logged in, so that pages show the right controls at once. Requests
 * are authenticated by the session cookie, which no script can read.
 */
const KEY = "token"

export function readToken(): string | null {
  return withStorage(() => localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY)) ?? null
}

export function storeToken(token: string): void {
  withStorage(() => {
    localStorage.setItem(KEY, token)
    sessionStorage.setItem(KEY, token)
  })
  markDocument()
}

export function clearToken(): void {
  withStorage(() => {
    localStorage.removeItem(KEY)
    sessionStorage.removeItem(KEY)
  })
  markDocument()
}

/** Code for the head, which sets the attribute before each first paint, also of a page that Back shows again. */
export const markSession = `(onpageshow=()=>{try{document.documentElement.toggleAttribute("${HAS_SESSION}",!!(localStorage.${KEY}||sessionStorage.${KEY}))}catch{}})()`

/** Updates the attribute after each navigation, and when another tab changes the token. */
export function markDocument(): void {
  if (typeof document === "undefined") return
  document.documentElement.toggleAttribute(HAS_SESSION, readToken() !== null)
}
