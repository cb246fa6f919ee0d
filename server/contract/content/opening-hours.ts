import { DAY_MS } from "#server/contract/durations.ts"
import { kinshasaDay, parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import type { PublicCompany } from "./public.ts"

type Hours = PublicCompany["hours"]

export type Day = keyof Hours

interface Openings {
  /** Consecutive days with the same hours. */
  days: Day[]
  text: string
  /** Each time is `HH:MM` in 24 hours. */
  parts: { opens: string; closes: string }[]
}

/** Groups the open days, where consecutive ones have the same hours. */
export function listOpeningHours(hours: Hours): Openings[] {
  const groups: Openings[] = []
  let previous = ""
  for (const [day, text] of Object.entries(hours) as [Day, string][]) {
    if (text !== "" && text === previous) groups[groups.length - 1]?.days.push(day)
    else if (text !== "") groups.push({ days: [day], text, parts: parseParts(text) })
    previous = text
  }
  return groups
}

function parseParts(text: string): Openings["parts"] {
  const clock = (hour = "", minute = "00") => `${hour.padStart(2, "0")}:${minute}`
  const found = text.matchAll(/(\d{1,2})h(\d{2})? ?(?:[-–]|à) ?(\d{1,2})h(\d{2})?/g)
  return Array.from(found, ([, ...time]) => ({ opens: clock(time[0], time[1]), closes: clock(time[2], time[3]) }))
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const

/** In milliseconds since 1970. */
interface Opening {
  opens: number
  closes: number
}

/** From its moment on, in milliseconds since 1970, the company is open until, or closed and opens at, `until`. */
export interface OpeningState {
  since: number
  isOpen: boolean
  /** It is undefined where nothing changes within a week. */
  until: number | undefined
}

/**
 * Lists whether the company is open from that moment on, for a week. An exceptional day has the hours that its text
 * names, or none. It is empty where the company has written no hours.
 */
export function listOpeningStates(company: Pick<PublicCompany, "hours" | "exceptions">, from: number): OpeningState[] {
  const openings = listOpenings(company, from)
  if (openings.length === 0) return []
  const changes = openings.flatMap(({ opens, closes }) => [
    { since: opens, isOpen: true },
    { since: closes, isOpen: false },
  ])
  const current = changes.filter(({ since }) => since <= from).at(-1) ?? { since: from, isOpen: false }
  const states = [current, ...changes.filter(({ since }) => since > from)]
  return states.map((state, index) => ({ ...state, until: states[index + 1]?.since }))
}

/** Lists the openings of the week from that moment on, and those that began the day before. */
function listOpenings({ hours, exceptions }: Pick<PublicCompany, "hours" | "exceptions">, from: number): Opening[] {
  const openings: Opening[] = []
  for (let day = -1; day <= 8; day += 1) {
    const date = kinshasaDay(new Date(from + day * DAY_MS))
    const name = DAYS[new Date(date).getUTCDay()] ?? "sunday"
    const exception = exceptions.find((one) => one.date === date)
    for (const { opens, closes } of parseParts(exception ? exception.text : hours[name])) {
      const opening = { opens: momentOf(date, opens), closes: momentOf(date, closes) }
      // Hours such as 20h-2h end the next day.
      if (opening.closes <= opening.opens) opening.closes += DAY_MS
      const last = openings.at(-1)
      if (last && opening.opens <= last.closes) last.closes = Math.max(last.closes, opening.closes)
      else openings.push(opening)
    }
  }
  return openings
}

function momentOf(date: string, time: string): number {
  return parseKinshasaTime(`${date}T${time}`).getTime()
}
