import { dateFormat } from "#client/app/dates.ts"

/** Formats a date as « 20 nov. 2026 ». */
export const formatShortDate = dateFormat({ dateStyle: "medium" })

/** Formats a moment as « 20/11/2026 15:54 », where room is scarce. */
export const formatShortDateTime = dateFormat({ dateStyle: "short", timeStyle: "short" })

/** Formats a moment as « lundi 30 novembre 2026 à 15:54 », where people plan by days of the week. */
export const formatDayTime = dateFormat({ dateStyle: "full", timeStyle: "short" })

/** Formats a date as « lundi 30 novembre 2026 ». */
export const formatDay = dateFormat({ dateStyle: "full" })

const formatDayMonth = dateFormat({ day: "numeric", month: "short" })

/** Formats a date as « 20 nov. », with the year unless it is the current one. */
export function formatComingDate(iso: string, now = new Date()): string {
  const isThisYear = formatShortDate(iso).slice(-4) === formatShortDate(now).slice(-4)
  return isThisYear ? formatDayMonth(iso) : formatShortDate(iso)
}

/** Formats a time of day as « 15:54 ». */
export const formatTime = dateFormat({ timeStyle: "short" })

const formatWeekdayMonth = dateFormat({ weekday: "short", day: "numeric", month: "short" })

const formatWeekdayYear = dateFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric" })

/** Formats a date as « lun. 30 nov. », with the year unless it is the current one. */
export function formatWeekday(iso: string): string {
  const isThisYear = formatShortDate(iso).slice(-4) === formatShortDate(new Date()).slice(-4)
  return isThisYear ? formatWeekdayMonth(iso) : formatWeekdayYear(iso)
}
