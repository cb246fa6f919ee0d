import type { Context } from "hono"
import { setCookie } from "hono/cookie"
import type { SignInResult } from "#server/accounts/sign-in.ts"
import { SIGN_IN_COOKIE } from "#server/contract/sign-in-cookie.ts"
import type { AppEnv } from "#server/http/app-env.ts"

/** Tells the script of the next page that somebody has signed in without it, and returns that page's URL. */
export function afterSignIn(c: Context<AppEnv>, { home }: SignInResult): string {
  const secure = c.get("origin").startsWith("https:")
  setCookie(c, SIGN_IN_COOKIE, "1", { path: "/", sameSite: "Lax", secure, maxAge: 60 })
  return home
}
