import { DAY_MS, HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { formatShortDate } from "./dates.ts"

/** Formats how long ago something was, as « il y a 5 min », and after a week « le 20 nov. 2026 ». */
export function formatAgo(iso: string, now = Date.now()): string {
  const ms = now - Date.parse(iso)
  if (ms < MINUTE_MS) return "à l’instant"
  return ms < 7 * DAY_MS ? `il y a ${formatLargestUnit(ms)}` : `le ${formatShortDate(iso)}`
}

/** Formats a waiting time of any length in its largest unit, as « 12 j ». */
export function formatWait(iso: string, now = Date.now()): string {
  return formatLargestUnit(Math.max(MINUTE_MS, now - Date.parse(iso)))
}

function formatLargestUnit(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}\u00a0min`
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)}\u00a0h` : `${Math.floor(ms / DAY_MS)}\u00a0j`
}
