/**
 * The token tells this browser that it is logged in (specification §3). It is no credential: only the cookie, which
 * no script can read, authenticates.
 */
const KEY = "token"

export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY)
  } catch {
    return null // a browser that keeps nothing is never logged in
  }
}

export function clearToken(): void {
  localStorage.removeItem(KEY)
  sessionStorage.removeItem(KEY)
  markDocument()
}

/** Runs in the head before the first paint, so that the page never shows the wrong control first. */
export const markSession = `try{if(localStorage.getItem("${KEY}")||sessionStorage.getItem("${KEY}"))document.documentElement.dataset.session=""}catch{}`

/** Brings the document's mark up to date: on each route change, and when another tab changes the token. */
export function markDocument(): void {
  document.documentElement.toggleAttribute("data-session", readToken() !== null)
}
