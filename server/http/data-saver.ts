import type { Context } from "hono"
import type { Cookies } from "#server/trpc/context.ts"

/** The switch in the footer sets this cookie. */
const COOKIE = "economie"

const YEAR_SECONDS = 31_536_000

/** Responses vary by these headers where `savesData` decides them. */
export const DATA_SAVER_VARY = "Save-Data, Cookie"

/** Whether the browser or the footer's switch asks for lighter pictures. */
export function savesData(c: Context): boolean {
  return c.req.header("Save-Data")?.toLowerCase() === "on" || hasDataSaverCookie(c.req.header("Cookie"))
}

export function hasDataSaverCookie(cookies = ""): boolean {
  return /(?:^|;\s*)(?:__Host-)?economie=1(?:;|$)/.test(cookies)
}

/** Returns a page's cache key, which depends on the footer's switch. No URL contains a space. */
export function pageKey(url: string, cookies?: string): string {
  return hasDataSaverCookie(cookies) ? `${url} ${COOKIE}` : url
}

export function switchDataSaver(cookies: Cookies, on: boolean): void {
  cookies.write(COOKIE, on ? "1" : "", on ? YEAR_SECONDS : 0)
}
