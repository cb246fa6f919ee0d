import { bodyLimit as limitWhileReading } from "hono/body-limit"
import { createMiddleware } from "hono/factory"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

/** Rejects by Content-Length before reading: a half-read body would corrupt the keep-alive connection. */
export function bodyLimit(maxBytes: number) {
  const limit = limitWhileReading({ maxSize: maxBytes, onError: rejectBody })
  return createMiddleware((c, next) => {
    const length = c.req.header("Transfer-Encoding") ? undefined : c.req.header("Content-Length")
    if (length === undefined) return limit(c, next)
    return Number(length) > maxBytes ? rejectBody() : next()
  })
}

function rejectBody(): never {
  throw new AppError("too_large", messages.bodyTooLarge)
}

/** For JSON, and for forms without files. */
export const textBodyLimit = bodyLimit(1024 * 1024)
