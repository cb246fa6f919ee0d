// The preamble enables hot reload of components in development.
import "@vitejs/plugin-react/preamble"
import { RouterClient } from "@tanstack/react-router/ssr/client"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { browserLink } from "./api.ts"
import { withStorage } from "./browser-storage.ts"
import { CONTACT_KEPT, RECEIPTS_KEPT, UNSAVED_EDIT, WAITING_KEPT } from "./document-state.ts"
import { keepUsed } from "./keep-used.ts"
import { watchPage } from "./page-events.ts"
import { createAppRouter } from "./router.tsx"
import { clearToken, readToken } from "./session.ts"
import { surviveTranslation } from "./translated-texts.ts"

// In development, pages have no hydration loader, which contains it.
if (import.meta.env.DEV) void import("./reading-controls.ts").then(({ listenToReading }) => listenToReading())

const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href
const { router, queryClient } = createAppRouter({
  link: browserLink(),
  origin: new URL(canonical ?? location.href).origin,
})

watchPage({ router, queryClient })

// Navigating aborts a running view transition, whose rejection the router does not catch.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(`${event.reason}`)) event.preventDefault()
})

/** Clears the token of a session that has ended. */
async function checkToken() {
  const token = readToken()
  if (!token) return
  const account = await router.options.context.queries.accounts.me.fetch().catch(() => undefined)
  // Somebody may have logged in meanwhile.
  if (account === null && token === readToken()) clearToken()
}

/** Deletes what somebody has left on this device long ago, and sends what waits for the network. */
async function tidyKept() {
  const keys = withStorage(() => Object.keys(localStorage).join("\n")) ?? ""
  if (keys.includes(UNSAVED_EDIT)) (await import("./expired-edits.ts")).forgetExpiredEdits()
  if (keys.includes(CONTACT_KEPT) || keys.includes(RECEIPTS_KEPT))
    await (await import("#client/site/contact/contact-database.ts")).deleteExpired()
  if (keys.split("\n").includes(WAITING_KEPT))
    await (await import("#client/site/contact/send-when-online.ts")).sendFromAnyPage()
}

// The first tap on a menu waits for it, since the page is hydrated after it.
if ("showPopover" in HTMLElement.prototype) start()
else void import("./popover-fallback.ts").then(({ installPopovers }) => installPopovers()).then(start)

function start() {
  void checkToken()
  tidyKept().catch(() => undefined)
  keepUsed()
  surviveTranslation()
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
}
