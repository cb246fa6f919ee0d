import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import { serialize } from "hono/utils/cookie"
import type { Cookies } from "#server/trpc/context.ts"

/** Collects the cookies that procedures write; `send` adds them to the response, whatever it is. */
export function createCookies(c: Context, secure: boolean): Cookies & { send(): void } {
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
