// The preamble enables hot reload of components in development.
import "@vitejs/plugin-react/preamble"
import { RouterClient } from "@tanstack/react-router/ssr/client"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { browserLink, removePersonalQueries } from "./api.ts"
import { withStorage } from "./browser-storage.ts"
import { CONTACT_DRAFT, SESSION_TOKEN, UNSAVED_EDIT } from "./document-state.ts"
import { keepUsed } from "./keep-used.ts"
import { prefersReducedData } from "./photos/data-saver.ts"
import { createAppRouter } from "./router.tsx"
import { clearToken, markDocument, readToken } from "./session.ts"
import { surviveTranslation } from "./translated-texts.ts"

const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href
const { router, queryClient } = createAppRouter({
  link: browserLink(),
  origin: new URL(canonical ?? location.href).origin,
})

router.subscribe("onResolved", ({ fromLocation, toLocation, pathChanged }) => {
  markDocument()
  if (!readToken() && isAdmin(fromLocation) && !isAdmin(toLocation)) removePersonalQueries(queryClient)
  // The service worker does not see navigations within the application.
  if (!prefersReducedData()) navigator.serviceWorker?.controller?.postMessage([location.href])
  // The link that had the focus has gone with its page.
  if (fromLocation && pathChanged && document.activeElement === document.body)
    document.getElementById("contenu")?.focus({ preventScroll: true })
})
addEventListener("storage", ({ key }) => {
  // Somebody may have logged in since the event.
  if (key !== SESSION_TOKEN || localStorage.getItem(SESSION_TOKEN)) return markDocument()
  // A log-out in another tab leaves the token in this tab's session storage.
  clearToken()
  if (isAdmin(location)) void router.invalidate()
})

// Navigating aborts a running view transition, whose rejection the router does not catch.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(`${event.reason}`)) event.preventDefault()
})

function isAdmin(location: { pathname: string } | undefined) {
  return location?.pathname.startsWith("/admin")
}

/** Clears the token of a session that has ended. */
async function checkToken() {
  const token = readToken()
  if (!token) return
  const account = await router.options.context.queries.accounts.me.fetch().catch(() => undefined)
  // Somebody may have logged in meanwhile.
  if (account === null && token === readToken()) clearToken()
}

/** Deletes what somebody has left on this device long ago. */
async function deleteExpired() {
  const keys = withStorage(() => Object.keys(localStorage).join("\n")) ?? ""
  if (keys.includes(UNSAVED_EDIT)) (await import("./editing/expired-edits.ts")).forgetExpiredEdits()
  if (keys.includes(CONTACT_DRAFT)) await (await import("./contact/kept-data.ts")).deleteExpired()
}

// The first tap on a menu waits for it, since the page is hydrated after it.
if ("showPopover" in HTMLElement.prototype) start()
else void import("./ui/popover-fallback.ts").then(({ installPopovers }) => installPopovers()).then(start)

function start() {
  void checkToken()
  deleteExpired().catch(() => undefined)
  keepUsed()
  surviveTranslation()
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
}
