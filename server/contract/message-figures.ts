import * as z from "zod/mini"
import { DAY_MS } from "./durations.ts"
import type { MessageOutcome } from "./follow-up.ts"
import type { MessageState } from "./message-states.ts"
import type { ContactSector } from "./sectors.ts"

/** The longest period in days, which is about ten years. */
const DAYS_MAX = 3660

const Day = z.iso.date({ error: "Date invalide", abort: true })

/** Days in Kinshasa, both included. */
export const FigurePeriod = z.object({ from: Day, until: Day }).check(
  z.refine(({ from, until }) => from <= until, { path: ["until"], error: "La fin précède le début" }),
  z.refine(({ from, until }) => Date.parse(until) - Date.parse(from) < DAYS_MAX * DAY_MS, {
    path: ["from"],
    error: "Dix ans au plus",
  }),
)

export type FigurePeriod = z.infer<typeof FigurePeriod>

/** Figures about the requests of a period, without those in the trash. */
export interface MessageFigures {
  /** All figures but `states` leave out spam. */
  total: number
  answered: number
  /** The median time in seconds to the answer of answered requests; null if there are none. */
  median: number | null
  /** The 90th percentile of that time in seconds. */
  slow: number | null
  /** The number of those answered within 24 hours. */
  withinDay: number
  /** The number of those that have waited for longer than 24 hours, and still do. */
  late: number
  /** All outcomes have an entry, with the sum of their amounts in US dollars. */
  outcomes: { outcome: MessageOutcome["result"]; count: number; amount: number }[]
  /** All sectors and all states have an entry, even if its count is 0. */
  sectors: { sector: ContactSector; count: number }[]
  states: { state: MessageState; count: number }[]
  /** Each week of the period has an entry, named by its Monday, even if its count is 0. */
  weeks: { monday: string; count: number }[]
}
