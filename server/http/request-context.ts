import type { Context as HonoContext } from "hono"
import { getCookie } from "hono/cookie"
import { createMiddleware } from "hono/factory"
import { serialize } from "hono/utils/cookie"
import { ACCOUNT_HEADER } from "#server/contract/account-header.ts"
import type { SignedInAccount } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { Settings } from "#server/settings.ts"
import type { Context, Cookies } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { clientIp, rateLimitKeyOf } from "./client-ip.ts"
import { mailOriginOf } from "./mail-origin.ts"
import type { ResponseCache } from "./response-cache.ts"
import type { GetOrigin, IsOtherHost } from "./site-origin.ts"

interface Parts {
  settings: Pick<Settings, "publicUrl" | "trustProxy">
  getOrigin: GetOrigin
  isOtherHost: IsOtherHost
  cache: ResponseCache
  listCache: ResponseCache
  context: Omit<
    Context,
    "rateLimitKey" | "clientIp" | "userAgent" | "origin" | "cookies" | "mailOrigin" | "currentAccount"
  >
  readAccount: (context: Omit<Context, "currentAccount">) => Promise<SignedInAccount | undefined>
}

const USER_AGENT_MAX_LENGTH = 300

/** Sets the variables of AppEnv: the client, the origin of the request's URL, and all that handlers need. */
export function requestContext({ settings, getOrigin, isOtherHost, cache, listCache, context, readAccount }: Parts) {
  const { publicUrl, trustProxy } = settings
  return createMiddleware<AppEnv>(async (c, next) => {
    const origin = getOrigin((name) => c.req.header(name) || (name === "host" ? new URL(c.req.url).host : undefined))
    if (!origin) throw new AppError("invalid", responseTexts.invalidHost)
    c.set("origin", origin)
    c.set("isOtherHost", isOtherHost)
    c.set("cache", cache)
    c.set("listCache", listCache)
    const ip = clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header("X-Forwarded-For"), trustProxy)
    const cookies = createCookies(c, publicUrl?.startsWith("https:") ?? false)
    const userAgent = c.req.header("User-Agent")?.slice(0, USER_AGENT_MAX_LENGTH) ?? null
    const mailOrigin = context.outbox && mailOriginOf(origin, publicUrl)
    const expected = c.req.header(ACCOUNT_HEADER)
    const expectedAccount = expected === undefined ? undefined : Number(expected)
    const log = context.log.child({ requestId: c.get("requestId"), traceId: c.get("traceId") })
    const client = { rateLimitKey: rateLimitKeyOf(ip), clientIp: ip, userAgent, expectedAccount }
    const anonymous = { ...context, ...client, log, origin, cookies, mailOrigin }
    let account: Promise<SignedInAccount | undefined> | undefined
    function currentAccount() {
      account ??= readAccount(anonymous)
      return account
    }
    c.set("context", { ...anonymous, currentAccount })
    await next()
    cookies.send()
  })
}

/** Collects the cookies that procedures write, the last one of each name; `send` adds them to the response. */
function createCookies(c: HonoContext, secure: boolean): Cookies & { send(): void } {
  const prefix = secure ? "__Host-" : ""
  const written = new Map<string, string>()
  return {
    read: (name) => getCookie(c, prefix + name),
    write(name, value, maxAge) {
      const attributes = { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge } as const
      written.set(name, serialize(prefix + name, value, attributes))
    },
    send() {
      for (const cookie of written.values()) c.header("Set-Cookie", cookie, { append: true })
    },
  }
}
