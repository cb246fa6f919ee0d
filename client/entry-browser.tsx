import { RouterClient } from "@tanstack/react-router/ssr/client"
import { StrictMode } from "react"
import { hydrateRoot } from "react-dom/client"
import { browserLink } from "./api.ts"
import { createAppRouter } from "./router.tsx"
import { clearToken, markDocument } from "./session.ts"
import icons from "./ui/icons.gen.svg?no-inline"

const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
const { router } = createAppRouter({
  link: browserLink(),
  origin: new URL(canonical ?? location.href).origin,
})

// Sent to log-in from an admin address: the server knows of no session, whatever the token says.
if (location.pathname === "/login" && new URLSearchParams(location.search).has("redirect")) clearToken()

router.subscribe("onResolved", markDocument)
addEventListener("storage", markDocument)

// Whoever goes on before a transition has ended breaks it off, which is no failure; the router lets its promises go.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault()
})

// The icons of other pages: they are there before somebody turns to one.
new Image().src = icons

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
)
