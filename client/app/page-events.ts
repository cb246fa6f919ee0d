import type { QueryClient } from "@tanstack/react-query"
import type { AnyRouter } from "@tanstack/react-router"
import { removePersonalQueries } from "./api.ts"
import { prefersReducedData } from "./data-saver.ts"
import { SESSION_TOKEN } from "./document-state.ts"
import { clearToken, markDocument, readToken } from "./session.ts"

interface Page {
  router: Pick<AnyRouter, "subscribe" | "invalidate">
  queryClient: QueryClient
}

/** Keeps the document, the focus and the cache right at each navigation, and when another tab signs in or out. */
export function watchPage({ router, queryClient }: Page, until?: { signal: AbortSignal }): void {
  router.subscribe("onResolved", ({ fromLocation, toLocation, pathChanged }) => {
    markDocument()
    if (!readToken() && isAdmin(fromLocation) && !isAdmin(toLocation)) removePersonalQueries(queryClient)
    // The service worker does not see navigations within the application.
    if (!prefersReducedData()) navigator.serviceWorker?.controller?.postMessage([location.href])
    // The link that had the focus has gone with its page.
    if (fromLocation && pathChanged && document.activeElement === document.body)
      document.getElementById("contenu")?.focus({ preventScroll: true })
  })
  addEventListener(
    "storage",
    ({ key }) => {
      // Somebody may have logged in since the event.
      if (key !== SESSION_TOKEN || localStorage.getItem(SESSION_TOKEN)) return markDocument()
      // A log-out in another tab leaves the token in this tab's session storage.
      clearToken()
      if (!isAdmin(location)) return
      // An answer from before the log-out would store the token again.
      void queryClient.cancelQueries()
      void router.invalidate()
    },
    until,
  )
}

function isAdmin(location: { pathname: string } | undefined) {
  return location?.pathname.startsWith("/admin")
}
