import { type Context, Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { listCurrentSessions, readAccount, sessionKey } from "#server/accounts/sessions.ts"
import { readTokenAccount } from "#server/accounts/tokens/token-account.ts"
import type { SiteDatabase } from "#server/database/core/site-database.ts"
import type { Variants } from "#server/images/variants.ts"
import { createInboxEvents } from "#server/messages/events.ts"
import { inboxEventsRest, wakeAfterWrites } from "#server/messages/events-rest.ts"
import { withDocs } from "#server/pages/api-docs/rest.ts"
import { findPrivatePath } from "./contract/private-paths.ts"
import { responseTexts } from "./contract/response-texts.ts"
import { TOKEN_REQUESTS_PER_MINUTE } from "./contract/tokens.ts"
import { restCalls } from "./domains.ts"
import { AppError, toAppError } from "./errors.ts"
import { acceptApiTokens } from "./http/api-token.ts"
import type { AppEnv } from "./http/app-env.ts"
import { textBodyLimit } from "./http/body-limit.ts"
import { createFastPath } from "./http/fast-path.ts"
import { createChecks, healthRest } from "./http/health.ts"
import { type Metrics, metricsRest } from "./http/metrics.ts"
import { rejectCrossSiteWrites } from "./http/origin-check.ts"
import { redirectTrailingSlash } from "./http/redirects.ts"
import { requestContext } from "./http/request-context.ts"
import { identifyRequests } from "./http/request-id.ts"
import { createRequestLimit } from "./http/request-limit.ts"
import { createRequestRecorder, logFailure, logRequests } from "./http/request-log.ts"
import { requestTimeout } from "./http/request-timeout.ts"
import { ResponseCache } from "./http/response-cache.ts"
import { mountCalls } from "./http/rest-call.ts"
import { addSecurityHeaders, securityHeaders } from "./http/security-headers.ts"
import { originGetter, otherHostCheck } from "./http/site-origin.ts"
import { countCalls, trpcHandler } from "./http/trpc-handler.ts"
import { isVisitor } from "./http/visitor-turns.ts"
import type { ImageStore } from "./images/store/image-store.ts"
import type { Log } from "./log.ts"
import { appRouter } from "./router.ts"
import type { Settings } from "./settings.ts"
import type { Outbox } from "./trpc/context.ts"

export interface Parts {
  db: SiteDatabase
  settings: Settings
  log: Log
  metrics: Metrics
  now: () => Date
  images: ImageStore
  variants: Variants
  outbox?: Outbox | undefined
  /** Whether a signal has asked this instance to stop. */
  isStopping?: () => boolean
  pages: Hono<AppEnv>
}

/** Starts nothing that would have to be stopped, since in development each edit creates a new app. */
export function createApp({
  db,
  settings,
  log,
  metrics,
  now,
  images,
  variants,
  outbox,
  pages,
  isStopping = () => false,
}: Parts) {
  const { publicUrl, rateLimits, emailService, metricsToken } = settings
  const readsMailbox = settings.mailbox !== undefined
  const { observeProcedure } = metrics
  const context = {
    ...{ db, log, now, publicUrl, rateLimits, emailService, outbox, readsMailbox, images, variants },
    observeProcedure,
  }
  const recordRequest = createRequestRecorder(log, metrics)
  const headers = securityHeaders(publicUrl)
  const contentVersion = () => db.contentVersion()
  const cache = new ResponseCache({ contentVersion, headers })
  const listCache = new ResponseCache({
    contentVersion,
    headers,
    maxBytes: LIST_CACHE_BYTES,
    recompresses: false,
  })
  const checks = createChecks({ db, images, now })
  metrics.watch({ checks, caches: { pages: cache, lists: listCache }, countConnections: () => db.countConnections() })
  const getOrigin = originGetter(settings)
  const isOtherHost = otherHostCheck(settings)
  const limitRequests = createRequestLimit({
    maxRequests: TOKEN_REQUESTS_PER_MINUTE,
    windowSeconds: 60,
    message: responseTexts.tooManyRequests,
  })
  const inboxEvents = createInboxEvents({
    db,
    log,
    now,
    isStopping,
    listCurrent: (sessions) => listCurrentSessions(db, sessions, "messages.read", now()),
  })
  const calls = withDocs([
    ...healthRest({ isStopping, checks }),
    ...metricsRest(metrics, metricsToken),
    ...restCalls,
    ...inboxEventsRest(inboxEvents, sessionKey),
  ])
  const app = new Hono<AppEnv>()
    .use(identifyRequests)
    .use(logRequests(recordRequest))
    .use(addSecurityHeaders(headers))
    .use(requestContext({ settings, getOrigin, isOtherHost, cache, listCache, context, readAccount }))
    .use(addPrivateHeaders)
    .use(rejectMalformedPath)
    .use(redirectTrailingSlash)
    .use(acceptApiTokens({ readTokenAccount, limitRequests }))
    .use(rejectCrossSiteWrites(publicUrl))
    .use(requestTimeout())
    .use(wakeAfterWrites(inboxEvents))
    .use(limitVisitorCalls())
    .use("/api/*", noStoreByDefault)
    .use("/trpc/*", noStoreByDefault)
    .all("/trpc/*", textBodyLimit, trpcHandler(appRouter))
    .route("/", mountCalls(calls))
    .all("/api/*", (c) => c.notFound())
    .route("/", pages)
    .notFound((c) => c.json({ success: false, message: responseTexts.unknownPath }, 404))
    .onError(errorResponse)
  // The bench also measures the site without the fast path.
  const hasFastPath = !process.argv.includes("--without-fast-path")
  return Object.assign(app, {
    calls,
    fastPath: hasFastPath
      ? createFastPath({ caches: [cache, listCache], getOrigin, isOtherHost, recordRequest })
      : undefined,
  })
}

const LIST_CACHE_BYTES = 8 * 1024 * 1024

const noStoreByDefault = createMiddleware(async (c, next) => {
  await next()
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store")
})

function errorResponse(error: Error, c: Context<AppEnv>): Response {
  const { status, message, fields, retryAfter, current } = toAppError(error)
  logFailure(c, error)
  if (retryAfter) c.header("Retry-After", String(retryAfter))
  c.header("Cache-Control", "no-store")
  const details = { ...(fields && { errors: fields }), ...(current !== undefined && { project: current }) }
  return c.json({ success: false, message, ...details }, status)
}

/** Rejects paths with an invalid escape, such as `/%`, on which routers fail. */
const rejectMalformedPath = createMiddleware(async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch (cause) {
    throw new AppError("invalid", responseTexts.malformedRequest, { cause })
  }
  await next()
})

const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
}

/** Keeps responses at URLs of private links, even redirects and errors, from other sites and from caches. */
const addPrivateHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!findPrivatePath(c.req.path)) return
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) c.header(name, value)
})

/** Many phones share a carrier's IP address, but what they mostly ask for comes from the cache and is not counted. */
const VISITOR_CALLS_MAX = 1500
const VISITOR_CALLS_SECONDS = 30

/** These paths are calls rather than pages. A load balancer asks for health and readiness all the time. */
const callPaths = /^\/(trpc|api(?!\/(health|ready)$)|projects|upload|admin\/stats)(\/|$)/

/** Limits visitors' calls before their bodies are read. Each call of a batch counts. */
function limitVisitorCalls() {
  const limit = createRequestLimit({
    maxRequests: VISITOR_CALLS_MAX,
    windowSeconds: VISITOR_CALLS_SECONDS,
    message: responseTexts.tooManyCalls,
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    const { rateLimitKey, now } = c.get("context")
    if (!callPaths.test(c.req.path) || !(await isVisitor(c.get("context")))) return next()
    for (let call = 0; call < countCalls(c.req.path); call += 1) limit(rateLimitKey, now())
    return next()
  })
}
