import { randomUUID } from "node:crypto"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context as HonoContext } from "hono"
import { getCookie } from "hono/cookie"
import { createMiddleware } from "hono/factory"
import { serialize } from "hono/utils/cookie"
import type { Account } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { describeFailure, type Log } from "#server/log.ts"
import type { Context, Cookies } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { clientIp, forwardedEntry, rateLimitKeyOf } from "./client-ip.ts"
import type { RequestCounts } from "./metrics-requests.ts"
import type { KeptAnswers } from "./response-cache.ts"
import { siteOrigin } from "./security-headers.ts"

interface Identity {
  publicUrl: string | undefined
  trustProxy: number
  originOf: (header: ReadHeader) => string | undefined
  kept: KeptAnswers
  context: Omit<Context, "rateLimitKey" | "userAgent" | "cookies" | "currentAccount">
  readAccount: (context: Omit<Context, "currentAccount">) => Promise<Account | undefined>
}

/** Settles who asks, under which origin, and under which id the log knows the request. */
export function identify({ publicUrl, trustProxy, originOf, kept, context, readAccount }: Identity) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("requestId", randomUUID())
    const origin = originOf((name) => c.req.header(name) ?? (name === "host" ? new URL(c.req.url).host : undefined))
    if (!origin) throw new AppError("invalid", messages.invalidHost)
    c.set("origin", origin)
    c.set("kept", kept)
    const address = clientIp(socketAddress(c), c.req.header("X-Forwarded-For"), trustProxy)
    const cookies = cookieJar(c, publicUrl?.startsWith("https:") ?? false)
    const userAgent = c.req.header("User-Agent")?.slice(0, USER_AGENT_MAX) ?? null
    const known = { ...context, rateLimitKey: rateLimitKeyOf(address), userAgent, cookies }
    let account: Promise<Account | undefined> | undefined
    c.set("context", {
      ...known,
      currentAccount: () => {
        account ??= readAccount(known)
        return account
      },
    })
    await next()
    cookies.send()
  })
}

const USER_AGENT_MAX = 300

/** Reads a header of a request; its name is in lower case. */
export type ReadHeader = (name: string) => string | undefined

/** Hosts whose origin need not be found again; whoever invents further ones has them looked at each time. */
const KNOWN_HOSTS = 50

/** Tells the origin that a request is answered under; undefined where its Host is none. */
export function originReader({ publicUrl, trustProxy }: Pick<Identity, "publicUrl" | "trustProxy">) {
  const known = new Map<string, string>()
  return (header: ReadHeader): string | undefined => {
    if (publicUrl) return publicUrl
    const forwarded = (name: string) => (trustProxy > 0 ? forwardedEntry(header(name), trustProxy) : undefined)
    const host = forwarded("x-forwarded-host") || header("host")
    const protocol = forwarded("x-forwarded-proto") === "https" ? "https" : "http"
    const origin = known.get(`${protocol} ${host}`) ?? siteOrigin(publicUrl, host, protocol)
    if (origin && known.size < KNOWN_HOSTS) known.set(`${protocol} ${host}`, origin)
    return origin
  }
}

/** Cookies are collected while procedures run and put on whatever answer they end in. */
function cookieJar(c: HonoContext<AppEnv>, secure: boolean): Cookies & { send(): void } {
  const prefix = secure ? "__Host-" : ""
  const written: string[] = []
  return {
    read: (name) => getCookie(c, prefix + name),
    write(name, value, maxAge) {
      written.push(serialize(prefix + name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge }))
    },
    send() {
      for (const cookie of written) c.header("Set-Cookie", cookie, { append: true })
    },
  }
}

/** Undefined where no socket is behind the request, as in tests. */
export function socketAddress(c: HonoContext): string | undefined {
  return c.env && "incoming" in c.env ? getConnInfo(c).remote.address : undefined
}

interface Answered {
  requestId: string
  method: string
  path: string
  status: number
  /** On performance's clock. */
  start: number
}

export type RecordRequest = (request: Answered) => void

/** Counts each request and writes its line, without what was asked for in the query. */
export function recorder(log: Log, requests: RequestCounts): RecordRequest {
  return ({ start, requestId, method, path, status }) => {
    const ms = performance.now() - start
    requests.count(method, path, status, ms)
    log.info("request", { requestId, method, path, status, ms: Math.round(ms * 10) / 10 })
  }
}

export function recordRequests(record: RecordRequest) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = performance.now()
    await next()
    record({ requestId: c.get("requestId"), method: c.req.method, path: c.req.path, status: c.res.status, start })
  })
}

/** Writes down what nobody foresaw; whoever asked is told no more than that the server failed. */
export function logFailure(c: HonoContext<AppEnv>, error: unknown, procedure?: string): void {
  const { code, status, cause } = toAppError(error)
  if (status < 500) return
  const failure = describeFailure(cause ?? error)
  const { log } = c.get("context")
  // A full disk or a database that is held is the operator's to mend, no fault of the program.
  const write = code === "internal" ? log.error : log.warn
  write("failure", { requestId: c.get("requestId"), path: c.req.path, procedure, status, failure })
}

/** One address for each page: the one without a slash at its end. */
export const withoutTrailingSlash = createMiddleware(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === "/" || !pathname.endsWith("/")) return next()
  // A path that begins with two slashes would lead to another site.
  return c.redirect(`/${pathname.replace(/^\/+|\/+$/g, "")}${search}`, 308)
})
