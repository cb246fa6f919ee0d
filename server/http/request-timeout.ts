import { createMiddleware } from "hono/factory"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"

export const TIMEOUT_MS = 120_000

/**
 * Unlike hono/timeout it lets slow uploads go on: it responds 503 if, for `timeoutMs`, a handler neither finishes nor
 * receives more.
 */
export function requestTimeout(timeoutMs = TIMEOUT_MS) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const bytesReceived = () => c.env?.incoming?.socket.bytesRead
    const { promise, reject } = Promise.withResolvers<never>()
    let timer: NodeJS.Timeout
    function wait(received: number | undefined) {
      timer = setTimeout(() => {
        if (bytesReceived() !== received) return wait(bytesReceived())
        const cause = new Error(`No response within ${timeoutMs} ms`)
        reject(new AppError("unavailable", responseTexts.busy, { cause, retryAfter: 5 }))
      }, timeoutMs)
    }
    wait(bytesReceived())
    await Promise.race([next(), promise]).finally(() => clearTimeout(timer))
  })
}
