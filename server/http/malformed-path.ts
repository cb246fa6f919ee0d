import { createMiddleware } from "hono/factory"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

/** Rejects paths with an escape that stands for no character, such as `/%`: routers fail on them. */
export const rejectMalformedPath = createMiddleware(async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch (cause) {
    throw new AppError("invalid", messages.malformedRequest, { cause })
  }
  await next()
})
