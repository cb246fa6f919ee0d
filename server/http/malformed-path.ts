import { createMiddleware } from "hono/factory"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

/** Rejects paths with an invalid escape, such as `/%`, on which routers fail. */
export const rejectMalformedPath = createMiddleware(async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch (cause) {
    throw new AppError("invalid", responseTexts.malformedRequest, { cause })
  }
  await next()
})
