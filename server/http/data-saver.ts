import type { Context } from "hono"
import type { Cookies } from "#server/trpc/context.ts"

/** Set by the switch in the footer. */
const COOKIE = "economie"

const YEAR_SECONDS = 31_536_000

/** What a response depends on when `savesData` decides it. */
export const DATA_SAVER_VARY = "Save-Data, Cookie"

/** Whether the browser or the footer's switch asks for lighter pictures. */
export function savesData(c: Context): boolean {
  return c.req.header("Save-Data")?.toLowerCase() === "on" || hasDataSaverCookie(c.req.header("Cookie"))
}

/** Whether the switch is on, by the request's Cookie header. */
export function hasDataSaverCookie(cookies = ""): boolean {
  return /(?:^|;\s*)(?:__Host-)?economie=1(?:;|$)/.test(cookies)
}

/** The cache's key of a page, whose footer shows the switch. A space occurs in no URL. */
export function pageKey(url: string, cookies?: string): string {
  return hasDataSaverCookie(cookies) ? `${url} ${COOKIE}` : url
}

export function switchDataSaver(cookies: Cookies, on: boolean): void {
  cookies.write(COOKIE, on ? "1" : "", on ? YEAR_SECONDS : 0)
}
