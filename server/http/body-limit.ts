import { bodyLimit } from "hono/body-limit"
import { createMiddleware } from "hono/factory"
import { CSV_BYTES_MAX, csvMessages } from "#server/contract/csv.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"
import { receiveInTurn, SMALL_BYTES } from "./visitor-turns.ts"

/** Limits the bodies of JSON, and of forms without files. */
export const textBodyLimit = limitBody(1024 * 1024, responseTexts.bodyTooLarge)

export const csvBodyLimit = limitBody(CSV_BYTES_MAX, csvMessages.tooLarge)

/** Rejects by Content-Length before reading, since a half-read body would corrupt the keep-alive connection. */
function limitBody(maxSize: number, message: string) {
  function reject(): never {
    throw new AppError("too_large", message)
  }
  const limitWhileReading = bodyLimit({
    maxSize,
    onError(c) {
      // The rest of the body is not read, so the connection cannot take another request.
      c.header("Connection", "close")
      return reject()
    },
  })
  return createMiddleware<AppEnv>((c, next) => {
    const length = c.req.header("Transfer-Encoding") ? undefined : c.req.header("Content-Length")
    if (Number(length) > maxSize) reject()
    // The body's stream is not asked for, since Hono then closes the connection if nobody reads it.
    if (c.req.method === "GET" || c.req.method === "HEAD" || Number(length) <= SMALL_BYTES) return next()
    return receiveInTurn(c.get("context"), async () => {
      if (length === undefined) await limitWhileReading(c, next)
      else await next()
    })
  })
}
