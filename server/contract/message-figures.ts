import * as z from "zod/mini"
import { DAY_MS } from "./durations.ts"
import type { MessageState } from "./message-states.ts"
import type { ContactSector } from "./sectors.ts"

/** Some ten years. */
const DAYS_MAX = 3660

const Day = z.iso.date({ error: "Date invalide", abort: true })

/** Days of Kinshasa, both included. */
export const FigurePeriod = z.object({ from: Day, until: Day }).check(
  z.refine(({ from, until }) => from <= until, { path: ["until"], error: "La fin précède le début" }),
  z.refine(({ from, until }) => Date.parse(until) - Date.parse(from) < DAYS_MAX * DAY_MS, {
    path: ["from"],
    error: "Dix ans au plus",
  }),
)

export type FigurePeriod = z.infer<typeof FigurePeriod>

/** The requests of a period, without the trash. */
export interface MessageFigures {
  /** Without spam, as are all others but `states`. */
  total: number
  answered: number
  /** In seconds, of the answered ones; null if there are none. */
  median: number | null
  /** The 90th percentile, in seconds. */
  slow: number | null
  /** The number of those answered within 24 hours. */
  withinDay: number
  /** Each sector and each state, zeros included. */
  sectors: { sector: ContactSector; count: number }[]
  states: { state: MessageState; count: number }[]
  /** Each week of the period by its Monday, zeros included. */
  weeks: { monday: string; count: number }[]
}
