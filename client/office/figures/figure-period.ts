import { isDay } from "#server/contract/days.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { FigurePeriod } from "#server/contract/message-figures.ts"

/** The search params of the period, `?du=…&au=…`. */
export interface PeriodSearchParams {
  du?: string | undefined
  au?: string | undefined
}

export const PRESET_DAYS = { month: 30, quarter: 91, year: 365 } as const

/** Returns the last days up to today in Kinshasa. */
export function lastDays(days: number, now = new Date()): FigurePeriod {
  return { from: kinshasaDay(new Date(now.getTime() - (days - 1) * DAY_MS)), until: kinshasaDay(now) }
}

/** Parses the period; a missing or invalid day is replaced by that of the last twelve months. */
export function parsePeriod({ du, au }: PeriodSearchParams, now = new Date()): FigurePeriod {
  const initial = lastDays(PRESET_DAYS.year, now)
  return { from: isDay(du) ? du : initial.from, until: isDay(au) ? au : initial.until }
}
