import type { Day } from "#server/contract/content/opening-hours.ts"
import { site } from "./texts.ts"

/** Returns the name of one day, or a range such as « Lundi – vendredi ». */
export function nameDays(days: readonly Day[]): string {
  const [first, last] = [days[0], days[days.length - 1]]
  if (!first || !last) return ""
  return first === last ? site.days[first] : `${site.days[first]} – ${site.days[last].toLowerCase()}`
}
