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

// The icons of other pages: they are there before somebody turns to one.
new Image().src = icons

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
)
