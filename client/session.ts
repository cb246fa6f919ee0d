/**
 * The token tells this browser that it is logged in (specification §3). It is no credential: only the cookie, which
 * no script can read, authenticates.
 */
const KEY = "token"

export function readToken(): string | null {
  return withStorage(() => localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY)) ?? null
}

/** Log-in writes it to both storages. */
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

/** Runs in the head before the first paint, so that the page never shows the wrong control first. */
export const markSession = `try{if(localStorage.getItem("${KEY}")||sessionStorage.getItem("${KEY}"))document.documentElement.dataset.session=""}catch{}`

/** Brings the document's mark up to date: on each route change, and when another tab changes the token. */
export function markDocument(): void {
  if (typeof document === "undefined") return
  document.documentElement.toggleAttribute("data-session", readToken() !== null)
}

/** A browser that keeps nothing, or the server, is never logged in. */
function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
