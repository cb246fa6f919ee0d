import { Hono } from "hono"
import { findSitePage } from "#server/contract/site-pages.ts"
import { withoutAccents } from "#server/contract/without-accents.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { redirectLocation } from "#server/http/redirects.ts"

/** What people type, and browsers ask for, in place of a page's path. */
const ALIASES: Readonly<Record<string, string>> = {
  "/accueil": "/",
  "/a-propos": "/about",
  "/apropos": "/about",
  "/devis": "/contact",
  "/materiaux": "/ventes-materiaux",
  "/vente-materiaux": "/ventes-materiaux",
  "/projets": "/realisations",
  "/connexion": "/login",
  "/inscription": "/register",
  "/favicon.ico": "/favicon.svg",
}

/** A browser that was led there once may ask again after this time, should the path become a page. */
const KEPT = "public, max-age=86400"

/** Redirects what is a page's path but for capitals, accents or a usual other name. */
export const mistyped = new Hono<AppEnv>().get("*", (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const folded = withoutAccents(decodeURIComponent(pathname))
  const path = ALIASES[folded] ?? (folded === pathname ? undefined : findSitePage(folded)?.path)
  if (path === undefined) return next()
  c.header("Cache-Control", KEPT)
  return c.redirect(redirectLocation(path + search), 301)
})
