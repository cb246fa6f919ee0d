import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import { serialize } from "hono/utils/cookie"
import type { Cookies } from "#server/trpc/context.ts"

/** Collects the cookies that procedures write, the last one of each name; `send` adds them to the response. */
export function createCookies(c: Context, secure: boolean): Cookies & { send(): void } {
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
