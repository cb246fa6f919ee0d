import type { Context } from "hono"
import { toAppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"
import { logFailure } from "./request-log.ts"

export function errorResponse(error: Error, c: Context<AppEnv>): Response {
  const { status, message, fields, retryAfter, current } = toAppError(error)
  logFailure(c, error)
  if (retryAfter) c.header("Retry-After", String(retryAfter))
  c.header("Cache-Control", "no-store")
  const details = { ...(fields && { errors: fields }), ...(current !== undefined && { project: current }) }
  return c.json({ success: false, message, ...details }, status)
}
