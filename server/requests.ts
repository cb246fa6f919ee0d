import { randomUUID } from "node:crypto"
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context as HonoContext } from "hono"
import { createMiddleware } from "hono/factory"
import { addressSubject, clientAddress } from "./address.ts"
import { words } from "./contract/words.ts"
import { AppError, toAppError } from "./errors.ts"
import { siteOrigin } from "./headers.ts"
import { describeFailure, type Log } from "./log.ts"
import type { AppEnv, Context } from "./trpc.ts"

interface Identity {
  publicUrl: string | undefined
  trustProxy: number
  context: Omit<Context, "address">
}

/** Settles who asks, under which origin, and under which id the log knows the request. */
export function identify({ publicUrl, trustProxy, context }: Identity) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("requestId", randomUUID())
    const forwarded = trustProxy > 0
    const host = (forwarded && c.req.header("X-Forwarded-Host")) || c.req.header("Host") || new URL(c.req.url).host
    const protocol = forwarded && c.req.header("X-Forwarded-Proto") === "https" ? "https" : "http"
    const origin = siteOrigin(publicUrl, host, protocol)
    if (!origin) throw new AppError("invalid", words.hostUnknown)
    c.set("origin", origin)
    const address = clientAddress(socketAddress(c), c.req.header("X-Forwarded-For"), trustProxy)
    c.set("context", { ...context, address: addressSubject(address) })
    await next()
  })
}

/** Undefined where no socket is behind the request, as in tests. */
function socketAddress(c: HonoContext): string | undefined {
  return c.env && "incoming" in c.env ? getConnInfo(c).remote.address : undefined
}

export function logRequests(log: Log) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = performance.now()
    await next()
    log.info("request", {
      requestId: c.get("requestId"),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
    })
  })
}

/** Writes down what nobody foresaw; whoever asked is told no more than that the server failed. */
export function logFailure(c: HonoContext<AppEnv>, error: unknown, procedure?: string): void {
  const { code, cause } = toAppError(error)
  if (code !== "internal") return
  const failure = describeFailure(cause ?? error)
  c.get("context").log.error("failure", { requestId: c.get("requestId"), path: c.req.path, procedure, failure })
}

/** One address for each page: the one without a slash at its end. */
export const withoutTrailingSlash = createMiddleware(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === "/" || !pathname.endsWith("/")) return next()
  // A path that begins with two slashes would lead to another site.
  return c.redirect(`/${pathname.replace(/^\/+|\/+$/g, "")}${search}`, 308)
})
