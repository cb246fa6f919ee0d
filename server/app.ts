import { Hono, type Context as HonoContext } from "hono"
import { bodyLimit } from "hono/body-limit"
import { readAccount } from "#server/accounts/authority.ts"
import { accountsRest } from "#server/accounts/rest.ts"
import { imagesRest } from "#server/images/rest.ts"
import type { Variants } from "#server/images/variants.ts"
import { messagesRest } from "#server/messages/rest.ts"
import { countRequests } from "#server/metrics/request-counts.ts"
import { metricsRest } from "#server/metrics/rest.ts"
import { projectsRest } from "#server/projects/rest.ts"
import { statsRest } from "#server/stats/rest.ts"
import { answerTrpc } from "./answer-trpc.ts"
import { words } from "./contract/words.ts"
import type { SiteDatabase } from "./database/open.ts"
import { AppError, toAppError } from "./errors.ts"
import { addSecurityHeaders, refuseCrossSite, securityHeaders } from "./headers.ts"
import { healthRest } from "./health.ts"
import { keepAnswers } from "./kept/answers.ts"
import { frontOf } from "./kept/front.ts"
import type { Log } from "./log.ts"
import { identify, logFailure, originReader, recorder, recordRequests, withoutTrailingSlash } from "./requests.ts"
import type { Settings } from "./settings.ts"
import type { AppEnv, Outbox } from "./trpc.ts"

export interface Parts {
  db: SiteDatabase
  settings: Settings
  log: Log
  now: () => Date
  uploads: string
  variants: Variants
  outbox?: Outbox | undefined
  /** Public pages and the built client's files. */
  pages: Hono<AppEnv>
}

const BODY_LIMIT_BYTES = 1024 * 1024

/** Their bodies are larger, and read and measured only once it is known who asks. */
const PICTURE_CALLS = new Set(["POST /upload", "POST /api/projects"])

/** The app, and what comes before it where it stands behind a port. */
export function createApp({ db, settings, log, now, uploads, variants, outbox, pages }: Parts) {
  const { publicUrl, trustProxy, rateLimits, emailService, metricsToken } = settings
  const context = { db, log, now, rateLimits, emailService, outbox, uploads, variants, bodyRefused: false }
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
    .route("/", imagesRest)
    .all("/api/*", (c) => c.notFound())
    .route("/", pages)
    .notFound((c) => c.json({ success: false, message: words.pathUnknown }, 404))
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
  throw new AppError("too_large", words.bodyTooLarge)
}

/** Answers are kept by nobody unless a call says otherwise. */
async function privateUnlessSaid(c: HonoContext<AppEnv>, next: () => Promise<void>) {
  await next()
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
}

function answerError(error: Error, c: HonoContext<AppEnv>) {
  const { status, message, fields, retryAfter, present } = toAppError(error)
  logFailure(c, error)
  if (retryAfter) c.header("Retry-After", String(retryAfter))
  c.header("Cache-Control", "no-store")
  const details = { ...(fields && { errors: fields }), ...(present !== undefined && { project: present }) }
  return c.json({ success: false, message, ...details }, status)
}
