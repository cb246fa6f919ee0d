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

/** The Cache-Control of a redirect, since the path may become a page one day. */
const CACHE_CONTROL = "public, max-age=86400"

/** Redirects a path that differs from a page's only in capitals or accents, or is an alias. */
export const mistyped = new Hono<AppEnv>().get("*", (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const typed = decodeURIComponent(pathname)
  const folded = withoutAccents(typed)
  const path = ALIASES[folded] ?? (folded === typed ? undefined : findSitePage(folded)?.path)
  if (path === undefined) return next()
  c.header("Cache-Control", CACHE_CONTROL)
  return c.redirect(redirectLocation(path + search), 301)
})
