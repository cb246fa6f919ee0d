import { SIGN_IN_COOKIE } from "#server/contract/sign-in-cookie.ts"
import { withStorage } from "./browser-storage.ts"
import { HAS_SESSION, SESSION_TOKEN } from "./document-state.ts"

/**
 * The token only says that this browser is logged in, so that pages show the right controls at once. Requests
 * are authenticated by the session cookie, which no script can read.
 */
export function readToken(): string | null {
  return withStorage(() => localStorage.getItem(SESSION_TOKEN) ?? sessionStorage.getItem(SESSION_TOKEN)) ?? null
}

export function storeToken(token: string): void {
  withStorage(() => {
    localStorage.setItem(SESSION_TOKEN, token)
    sessionStorage.setItem(SESSION_TOKEN, token)
  })
  markDocument()
}

export function clearToken(): void {
  withStorage(() => {
    localStorage.removeItem(SESSION_TOKEN)
    sessionStorage.removeItem(SESSION_TOKEN)
  })
  markDocument()
}

/**
 * Code for the head, which sets the attribute before each first paint, also of a page that Back shows again. It takes
 * over a log-in without script.
 */
export const markSession = `(onpageshow=()=>{try{let d=document,l=localStorage,s=sessionStorage;if(/${SIGN_IN_COOKIE}=1/.test(d.cookie))l.${SESSION_TOKEN}=s.${SESSION_TOKEN}="session",d.cookie="${SIGN_IN_COOKIE}=;path=/;max-age=0";d.documentElement.toggleAttribute("${HAS_SESSION}",!!(l.${SESSION_TOKEN}||s.${SESSION_TOKEN}))}catch{}})()`

/** Updates the attribute after each navigation, and when another tab changes the token. */
export function markDocument(): void {
  if (typeof document === "undefined") return
  document.documentElement.toggleAttribute(HAS_SESSION, readToken() !== null)
}
