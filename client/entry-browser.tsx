// Hot reload of components, in development alone.
import "@vitejs/plugin-react/preamble"
import { RouterClient } from "@tanstack/react-router/ssr/client"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { browserLink } from "./api.ts"
import { createAppRouter } from "./router.tsx"
import { clearToken, markDocument } from "./session.ts"

const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href
const { router } = createAppRouter({
  link: browserLink(),
  origin: new URL(canonical ?? location.href).origin,
})

// The server redirected an admin URL to the login page: there is no session, whatever the token says.
if (location.pathname === "/login" && new URLSearchParams(location.search).has("redirect")) clearToken()

router.subscribe("onResolved", () => {
  markDocument()
  // The service worker sees only pages that the browser itself opens.
  navigator.serviceWorker?.controller?.postMessage([location.href])
})
addEventListener("storage", markDocument)

// Navigating on aborts a running view transition, which is no failure; the router does not catch the rejection.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(`${event.reason}`)) event.preventDefault()
})

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
)
