import { type Context, Hono } from "hono"
import Negotiator from "negotiator"
import { bearerToken } from "#server/http/api-token.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { statsRouter } from "./router.ts"

/** `/admin/stats` is also a screen, so a request that prefers HTML is left to the pages. */
export const statsRest = new Hono<AppEnv>()
  .use("/admin/stats", async (c, next) => {
    await next()
    c.header("Vary", "Accept", { append: true })
  })
  .get("/admin/stats", (c, next) => (prefersHtml(c) ? next() : respondStats(c)))
  .get("/api/admin/stats", respondStats)

async function respondStats(c: Context<AppEnv>) {
  return c.json(await callerFor(c, statsRouter).overview(), 200, { "Cache-Control": "no-store" })
}

function prefersHtml(c: Context): boolean {
  // A program with an API token always gets the figures.
  if (bearerToken(c) !== undefined) return false
  const negotiator = new Negotiator({ headers: { accept: c.req.header("Accept") } })
  return negotiator.mediaType(["application/json", "text/html"]) === "text/html"
}
