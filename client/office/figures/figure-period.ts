import { DAY_MS } from "#server/contract/durations.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { day, listAddress, type ParamsOf } from "#server/contract/list-address.ts"
import type { FigurePeriod } from "#server/contract/message-figures.ts"

const periodAddress = listAddress({ du: day("from"), au: day("until") })

export type PeriodSearchParams = ParamsOf<typeof periodAddress>

export const PRESET_DAYS = { month: 30, quarter: 91, year: 365 } as const

/** Returns the last days up to today in Kinshasa. */
export function lastDays(days: number, now = new Date()): FigurePeriod {
  return { from: kinshasaDay(new Date(now.getTime() - (days - 1) * DAY_MS)), until: kinshasaDay(now) }
}

/** Parses the period; a missing or invalid day is replaced by that of the last twelve months. */
export function parsePeriod(params: PeriodSearchParams, now = new Date()): FigurePeriod {
  const { from, until } = periodAddress.toSearch(periodAddress.parse(params))
  const initial = lastDays(PRESET_DAYS.year, now)
  return { from: from ?? initial.from, until: until ?? initial.until }
}
