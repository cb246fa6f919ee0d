import { DAY_MS, HOUR_MS } from "./durations.ts"

/** Kinshasa's time is one hour ahead of UTC, in summer too. */
const OFFSET = "+01:00"
const OFFSET_MS = HOUR_MS

/** Parses a date and hour of Kinshasa, `YYYY-MM-DDTHH:MM`. */
export function parseKinshasaTime(text: string): Date {
  return new Date(`${text}:00${OFFSET}`)
}

/** The date and hour of Kinshasa, `YYYY-MM-DDTHH:MM`. */
export function formatKinshasaTime(date: Date): string {
  return new Date(date.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** The moment at which that day, `YYYY-MM-DD`, begins in Kinshasa. */
export function startOfKinshasaDay(day: string): Date {
  return parseKinshasaTime(`${day}T00:00`)
}

/** The moment at which that day ends in Kinshasa, where no day is longer than another. */
export function endOfKinshasaDay(day: string): Date {
  return new Date(startOfKinshasaDay(day).getTime() + DAY_MS)
}

/** The last day of a shorter month stands for a day that it lacks. */
export function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}

/** The day in Kinshasa, `YYYY-MM-DD`. */
export function kinshasaDay(date: Date): string {
  return formatKinshasaTime(date).slice(0, 10)
}
