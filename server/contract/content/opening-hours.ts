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
    else if (text !== "") groups.push({ days: [day], text, parts: parseHours(text) })
    previous = text
  }
  return groups
}

/** Parses what the editor of the company accepts, and « de 9h à 12h » in the text of an exceptional day. */
export function parseHours(text: string): Openings["parts"] {
  const clock = (hour = "", minute = "00") => `${hour.padStart(2, "0")}:${minute}`
  const found = text.matchAll(/(\d{1,2})h(\d{2})? ?(?:[-–]|à) ?(\d{1,2})h(\d{2})?/g)
  return Array.from(found, ([, ...time]) => ({ opens: clock(time[0], time[1]), closes: clock(time[2], time[3]) }))
}
