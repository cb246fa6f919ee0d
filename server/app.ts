import { Hono, type Context as HonoContext } from "hono"
import { bodyLimit } from "hono/body-limit"
import { accountsRest } from "#server/accounts/rest.ts"
import { readAccount } from "#server/accounts/sessions.ts"
import { metricsRest } from "#server/http/metrics.ts"
import { countRequests } from "#server/http/metrics-requests.ts"
import type { Variants } from "#server/images/variants.ts"
import { messagesRest } from "#server/messages/rest.ts"
import { projectsRest } from "#server/projects/rest.ts"
import { statsRest } from "#server/stats/rest.ts"
import { uploadsRest } from "#server/uploads/rest.ts"
import { messages } from "./contract/response-messages.ts"
import type { SiteDatabase } from "./database/connect.ts"
import { AppError, toAppError } from "./errors.ts"
import type { AppEnv } from "./http/app-env.ts"
import { frontOf } from "./http/fast-path.ts"
import { healthRest } from "./http/health.ts"
import {
  identify,
  logFailure,
  originReader,
  recorder,
  recordRequests,
  withoutTrailingSlash,
} from "./http/request-context.ts"
import { keepAnswers } from "./http/response-cache.ts"
import { addSecurityHeaders, refuseCrossSite, securityHeaders } from "./http/security-headers.ts"
import { answerTrpc } from "./http/trpc-handler.ts"
import type { Log } from "./log.ts"
import type { Settings } from "./settings.ts"
import type { ImageStore } from "./storage/image-store.ts"
import type { Outbox } from "./trpc/context.ts"

export interface Parts {
  db: SiteDatabase
  settings: Settings
  log: Log
  now: () => Date
  images: ImageStore
  variants: Variants
  outbox?: Outbox | undefined
  /** Public pages and the built client's files. */
  pages: Hono<AppEnv>
}

const BODY_LIMIT_BYTES = 1024 * 1024

/** Their bodies are larger, and read and measured only once it is known who asks. */
const PICTURE_CALLS = new Set(["POST /upload", "POST /api/projects"])

/** The app, and what comes before it where it stands behind a port. */
export function createApp({ db, settings, log, now, images, variants, outbox, pages }: Parts) {
  const { publicUrl, trustProxy, rateLimits, emailService, metricsToken } = settings
  const context = { db, log, now, rateLimits, emailService, outbox, images, variants }
  const requests = countRequests()
  const record = recorder(log, requests)
  const headers = securityHeaders(publicUrl)
  const contentVersion = () => db.contentVersion()
  const kept = keepAnswers({ contentVersion, headers })
  const originOf = originReader({ publicUrl, trustProxy })
  const app = new Hono<AppEnv>()
    .use(recordRequests(record))
    .use(addSecurityHeaders(headers))
    .use(identify({ publicUrl, trustProxy, originOf, kept, context, readAccount }))
    .use(withoutTrailingSlash)
    .use(refuseCrossSite(publicUrl))
    .use(limitBodies())
    .use("/api/*", privateUnlessSaid)
    .use("/trpc/*", privateUnlessSaid)
    .all("/trpc/*", answerTrpc)
    .route("/", healthRest)
    .route("/", metricsRest({ requests, token: metricsToken }))
    .route("/", accountsRest)
    .route("/", projectsRest)
    .route("/", messagesRest)
    .route("/", statsRest)
    .route("/", uploadsRest)
    .all("/api/*", (c) => c.notFound())
    .route("/", pages)
    .notFound((c) => c.json({ success: false, message: messages.unknownPath }, 404))
    .onError(answerError)
  return Object.assign(app, { answerAtOnce: frontOf({ kept, contentVersion, originOf, record }) })
}

/**
 * A body whose length is told is judged by that, and left untouched where it is refused: one that was begun and not
 * read to its end takes the connection with it, and whoever's request is the next on it.
 */
function limitBodies() {
  const limit = bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: refuseBody })
  return (c: HonoContext<AppEnv>, next: () => Promise<void>) => {
    if (PICTURE_CALLS.has(`${c.req.method} ${c.req.path}`)) return next()
    const length = c.req.header("Transfer-Encoding") ? undefined : c.req.header("Content-Length")
    if (length === undefined) return limit(c, next)
    return Number(length) > BODY_LIMIT_BYTES ? refuseBody() : next()
  }
}

function refuseBody(): never {
  throw new AppError("too_large", messages.bodyTooLarge)
}

/** Answers are kept by nobody unless a call says otherwise. */
async function privateUnlessSaid(c: HonoContext<AppEnv>, next: () => Promise<void>) {
  await next()
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
}

function answerError(error: Error, c: HonoContext<AppEnv>) {
  const { status, message, fields, retryAfter, current: present } = toAppError(error)
  logFailure(c, error)
  if (retryAfter) c.header("Retry-After", String(retryAfter))
  c.header("Cache-Control", "no-store")
  const details = { ...(fields && { errors: fields }), ...(present !== undefined && { project: present }) }
  return c.json({ success: false, message, ...details }, status)
}
