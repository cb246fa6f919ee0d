import { bodyLimit } from "hono/body-limit"
import { createMiddleware } from "hono/factory"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

const MAX_BYTES = 1024 * 1024

const limitWhileReading = bodyLimit({ maxSize: MAX_BYTES, onError: rejectBody })

/**
 * For JSON, and for forms without files. Rejects by Content-Length before reading: a half-read body would corrupt the
 * keep-alive connection.
 */
export const textBodyLimit = createMiddleware((c, next) => {
  const length = c.req.header("Transfer-Encoding") ? undefined : c.req.header("Content-Length")
  if (length === undefined) return limitWhileReading(c, next)
  return Number(length) > MAX_BYTES ? rejectBody() : next()
})

function rejectBody(): never {
  throw new AppError("too_large", messages.bodyTooLarge)
}
