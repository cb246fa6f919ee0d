const timeZone = "Africa/Kinshasa"
const formats = {
  short: new Intl.DateTimeFormat("fr-FR", { dateStyle: "medium", timeZone }),
  dayMonth: new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone }),
  long: new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone }),
  time: new Intl.DateTimeFormat("fr-FR", { timeStyle: "short", timeZone }),
  dateTime: new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeStyle: "short", timeZone }),
}

/** Formats a date as « 20 nov. 2026 », like all dates here in Kinshasa's time zone. */
export function formatShortDate(iso: string): string {
  return formats.short.format(new Date(iso))
}

/** Formats a date as « 20 nov. », with the year unless it is the current one. */
export function formatComingDate(iso: string, now = new Date()): string {
  const isThisYear = formatShortDate(iso).slice(-4) === formatShortDate(now.toISOString()).slice(-4)
  return isThisYear ? formats.dayMonth.format(new Date(iso)) : formatShortDate(iso)
}

/** Formats a date as « 20 novembre 2026 ». */
export function formatDate(iso: string): string {
  return formats.long.format(new Date(iso))
}

/** Formats a moment as « 20 novembre 2026 à 15:54 ». */
export function formatDateTime(iso: string): string {
  return formats.dateTime.format(new Date(iso))
}

/** Formats a time of day as « 15:54 ». */
export function formatTime(date: Date): string {
  return formats.time.format(date)
}
