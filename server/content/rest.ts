import { type Context, Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { findSector } from "#server/contract/sectors.ts"
import { AppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { contentRouter } from "./router.ts"

const procedures = ["site", "home", "about", "contact", "sector"] as const

/**
 * Responds as the public tRPC procedures do, for pages that the browser renders itself. Browsers cache the responses
 * until the content changes; lists have their own requests, so that their failure does not break the page.
 */
export const contentRest = new Hono<AppEnv>().get("/api/content/:procedure", (c) => {
  const name = procedures.find((one) => c.req.param("procedure") === `content.${one}`)
  if (!name) throw new AppError("not_found", messages.unknownPath)
  const sector = name === "sector" ? readSector(c) : undefined
  return sendCached(c, `/api/content/${name}/${sector ?? ""}`, async () => {
    const caller = callerFor(c, contentRouter, anonymousContext(c.get("context")))
    const data = await caller[name](sector)
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
    return { status: 200, headers, body: JSON.stringify({ result: { data } }) }
  })
})

function readSector(c: Context): string {
  const sector = findSector((c.req.query("input") ?? "").replaceAll('"', ""))
  if (!sector) throw new AppError("invalid", messages.unknownSector)
  return sector
}
