import { type Context, Hono } from "hono"
import { accepts } from "hono/accepts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { statsRouter } from "./router.ts"

const HTML = "text/html"
const JSON_TYPE = "application/json"

/** `/admin/stats` is a screen as well: a request that prefers HTML is left to the pages. */
export const statsRest = new Hono<AppEnv>()
  .use("/admin/stats", async (c, next) => {
    await next()
    c.header("Vary", "Accept", { append: true })
  })
  .get("/admin/stats", (c, next) => (prefersHtml(c) ? next() : answerStats(c)))
  .get("/api/admin/stats", answerStats)

async function answerStats(c: Context<AppEnv>) {
  return c.json(await callerFor(c, statsRouter).overview(), 200, { "Cache-Control": "no-store" })
}

function prefersHtml(c: Context): boolean {
  const chosen = accepts(c, {
    header: "Accept",
    supports: [JSON_TYPE, HTML],
    default: JSON_TYPE,
    match: (ranges) => (weight(ranges, HTML) > weight(ranges, JSON_TYPE) ? HTML : JSON_TYPE),
  })
  return chosen === HTML
}

/** The weight of the most specific range that covers a type (RFC 9110 §12.5.1). */
function weight(ranges: { type: string; q: number }[], type: string): number {
  const covering = [type, type.replace(/\/.*/, "/*"), "*/*"]
  for (const wanted of covering) {
    const range = ranges.find((range) => range.type.toLowerCase() === wanted)
    if (range) return range.q
  }
  return 0
}
