import { createMiddleware } from "hono/factory"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import type { Context } from "#server/trpc/context.ts"
import type { InboxEvents } from "./events.ts"

/** X-Accel-Buffering asks proxies not to buffer the response. */
const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" }

export function inboxEventsRest(events: InboxEvents, sessionOf: (context: Context) => string) {
  return restCalls("demandes", [
    callFor("messages.read", "GET /api/admin/events", {
      title: "Suivre la boîte de réception",
      text: "Un flux d’événements «\u00a0messages\u00a0», dont les données sont version, waiting (ce qui attend une réponse, par responsable) et undelivered (les réponses non parties) en JSON. Il dure autant que la session d’un navigateur\u00a0: un jeton n’y est pas accepté (403).",
      takesToken: false,
      responses: { 200: { text: "Le flux", type: "text/event-stream" } },
      async answer(c, context) {
        // An open stream needs a session, with which it ends.
        if (context.account.tokenId !== undefined) throw new AppError("forbidden", responseTexts.tokenNotAccepted)
        // Hono drops the body of a HEAD response, so nobody would end the stream.
        if (c.req.method === "HEAD") return c.body(null, 200, headers)
        return c.body(await events.open(sessionOf(context)), 200, headers)
      },
    }),
  ])
}

/** Sends changes of the inbox right after the write that made them, instead of at the next poll. */
export function wakeAfterWrites(events: InboxEvents) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.req.method !== "GET" && c.req.method !== "HEAD") events.wake()
  })
}
