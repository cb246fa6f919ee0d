import { type Context, Hono } from "hono"
import { PublicPageInput } from "#server/contract/content/edit.ts"
import { findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { contentRouter } from "./router.ts"

/**
 * Responds as the public tRPC procedures do, for pages that the browser renders itself. Browsers cache the responses
 * until the content changes; lists have their own requests, so that their failure does not break the page.
 */
export const contentRest = new Hono<AppEnv>()
  .get("/api/content/content.site", (c) =>
    sendCached(c, "/api/content/site", async () => result(await publicCaller(c).site())),
  )
  .get("/api/content/content.page", (c) => {
    const slug = readSlug(c)
    return sendCached(c, `/api/content/${slug}`, async () => result(await publicCaller(c).page({ slug })))
  })
  // Tabs that were opened before pages were read by their slugs go on calling by the names of that time.
  .get("/api/content/:former", (c) => {
    const slug = findFormerPage(c)
    if (!slug) return c.notFound()
    return sendCached(c, `/api/content/former/${slug}`, async () => {
      const { keepMonths } = await publicCaller(c).site()
      return result({ ...(await publicCaller(c).page({ slug })), keepMonths })
    })
  })

function publicCaller(c: Context<AppEnv>) {
  return callerFor(c, contentRouter, anonymousContext(c.get("context")))
}

/** Reads the input where tRPC's client writes it, and rejects other slugs than those of pages. */
function readSlug(c: Context): PageSlug {
  const [, slug] = /^\{"slug":"([a-z-]+)"\}$/.exec(c.req.query("input") ?? "") ?? []
  return PublicPageInput.parse({ slug }).slug
}

const formerNames = new Map<string, PageSlug>([
  ["content.home", "accueil"],
  ["content.about", "a-propos"],
  ["content.contact", "contact"],
])

function findFormerPage(c: Context<AppEnv>): PageSlug | undefined {
  const name = c.req.param("former") ?? ""
  if (name !== "content.sector") return formerNames.get(name)
  const sector = findSector((c.req.query("input") ?? "").replaceAll('"', ""))
  return sector && SECTOR_SLUGS[sector]
}

function result(data: unknown) {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  return { status: 200, headers, body: JSON.stringify({ result: { data } }) }
}
