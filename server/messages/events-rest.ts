import { Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import type { Context } from "#server/trpc/context.ts"
import type { InboxEvents } from "./events.ts"

/** X-Accel-Buffering asks proxies not to buffer the response. */
const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" }

export function inboxEventsRest(events: InboxEvents, sessionOf: (context: Context) => string) {
  return new Hono<AppEnv>().get("/api/admin/events", async (c) => {
    const context = await requireAccountContext(c, "messages.read")
    // An open stream needs a session, with which it ends.
    if (context.account.tokenId !== undefined) throw new AppError("forbidden", messages.tokenNotAccepted)
    // Hono drops the body of a HEAD response, so nobody would end the stream.
    if (c.req.method === "HEAD") return c.body(null, 200, headers)
    return c.body(await events.open(sessionOf(context)), 200, headers)
  })
}

/** Sends changes of the inbox right after the write that made them, instead of at the next poll. */
export function wakeAfterWrites(events: InboxEvents) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.req.method !== "GET" && c.req.method !== "HEAD") events.wake()
  })
}
