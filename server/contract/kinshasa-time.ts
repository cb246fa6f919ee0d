import { DAY_MS, HOUR_MS } from "./durations.ts"

/** Kinshasa is one hour ahead of UTC, and has no daylight saving time. */
const OFFSET = "+01:00"
const OFFSET_MS = HOUR_MS

/** Parses a date and time in Kinshasa, `YYYY-MM-DDTHH:MM`. */
export function parseKinshasaTime(text: string): Date {
  return new Date(`${text}:00${OFFSET}`)
}

/** Formats the date and time in Kinshasa, `YYYY-MM-DDTHH:MM`; an invalid date is empty. */
export function formatKinshasaTime(date: Date): string {
  if (Number.isNaN(date.getTime())) return ""
  return new Date(date.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** Formats a moment in Kinshasa as spreadsheets read it, `YYYY-MM-DD HH:MM`; an invalid one is empty. */
export function formatSheetTime(iso: string): string {
  return formatKinshasaTime(new Date(iso)).replace("T", " ")
}

/** Returns the moment at which a day, `YYYY-MM-DD`, begins in Kinshasa. */
export function startOfKinshasaDay(day: string): Date {
  return parseKinshasaTime(`${day}T00:00`)
}

/** Returns the moment at which a day, `YYYY-MM-DD`, ends in Kinshasa, where all days are equally long. */
export function endOfKinshasaDay(day: string): Date {
  return new Date(startOfKinshasaDay(day).getTime() + DAY_MS)
}

/** Returns the date some months earlier, or the last day of that month if it is too short. */
export function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}

/** Formats the day in Kinshasa, `YYYY-MM-DD`; an invalid date is empty. */
export function kinshasaDay(date: Date): string {
  return formatKinshasaTime(date).slice(0, 10)
}
