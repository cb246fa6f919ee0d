import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from "@tanstack/react-router"
import { site } from "#client/copy/site.ts"
import font from "#client/fonts/bricolage-grotesque-french.woff2?url"
import type { RouterContext } from "#client/router-context.ts"
import { markSession } from "#client/session.ts"
import styles from "#client/styles.css?url"
import { ToastRegion } from "#client/ui/toast.tsx"

/** Controls of class needs-script show on a marked document only. */
const markScript = 'document.documentElement.dataset.script=""'

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1" },
      { name: "theme-color", content: "#0F5C4A" },
      { name: "format-detection", content: "telephone=no" },
    ],
    links: [
      { rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
      { rel: "stylesheet", href: styles },
      { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
      { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
      { rel: "manifest", href: "/site.webmanifest" },
    ],
    scripts: [{ children: `${markScript};${markSession}` }],
  }),
  component: Document,
})

function Document() {
  return (
    // The head's script marks the element before React takes over.
    <html lang="fr" data-theme="lisanga" suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <a className="skip-link print:hidden" href="#contenu">
          {site.header.skip}
        </a>
        <Outlet />
        <ToastRegion />
        <Scripts />
      </body>
    </html>
  )
}
