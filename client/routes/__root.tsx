import { createRootRouteWithContext, HeadContent, Outlet } from "@tanstack/react-router"
import { AppScript, DehydratedState, InitialState, ReaderScript } from "#client/app/document-parts.tsx"
import type { RouterContext } from "#client/app/router-context.ts"
import styles from "#client/app/styles.css?url"
import font from "#client/fonts/bricolage-grotesque-french.woff2?url"
import { IconSprite } from "#client/icons/icon.tsx"
import { site } from "#client/site/frame/texts.ts"
import { ToastRegion } from "#client/ui/toast.tsx"

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queries } }) => {
    await queries.content.site.ensureData()
  },
  head: ({ matches }) => ({
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
      // iPhones push only to what was added to the home screen as an application.
      {
        rel: "manifest",
        href: matches.some(({ pathname }) => pathname === "/admin") ? "/bureau.webmanifest" : "/site.webmanifest",
      },
    ],
  }),
  component: Document,
})

function Document() {
  return (
    // Scripts set attributes of <html> before React hydrates it.
    <html lang="fr" data-theme="lisanga" suppressHydrationWarning>
      <head>
        <HeadContent />
        {import.meta.env.SSR && <InitialState />}
        {import.meta.env.SSR && <AppScript />}
      </head>
      <body>
        <a className="skip-link print:hidden" href="#contenu">
          {site.header.skip}
        </a>
        <Outlet />
        <ToastRegion />
        <IconSprite />
        {import.meta.env.SSR && <ReaderScript />}
        {import.meta.env.SSR && <DehydratedState />}
      </body>
    </html>
  )
}
