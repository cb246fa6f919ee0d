import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import * as z from "zod/mini"
import type { SentReceipt } from "#server/contract/messages.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import type { AppEnv } from "#server/http/app-env.ts"

/** Without JavaScript the contact form leads here. */
export const SENT_PATH = "/contact/merci"

const COOKIE = "demande"

const LIFETIME_SECONDS = 3600

const Receipt = z.object({
  reference: z.string().check(z.regex(/^LIS-[A-Z\d]{4,8}-\d\d$/)),
  statusUrl: z.string().check(z.regex(/^\/demande\/[\w-]{1,100}$/)),
  sector: z.optional(z.enum(CONTACT_SECTORS)),
})

/** Passes the receipt on by a cookie: in a URL, the link to the request would stay in the browser's history. */
export function rememberReceipt(c: Context<AppEnv>, { reference, statusUrl, sector }: SentReceipt): void {
  setCookie(c, COOKIE, JSON.stringify({ reference, statusUrl, sector }), {
    path: SENT_PATH,
    httpOnly: true,
    sameSite: "Lax",
    secure: c.get("origin").startsWith("https:"),
    maxAge: LIFETIME_SECONDS,
  })
}

export function readReceipt(c: Context): z.infer<typeof Receipt> | undefined {
  try {
    return Receipt.safeParse(JSON.parse(getCookie(c, COOKIE) ?? "")).data
  } catch {
    return undefined
  }
}
