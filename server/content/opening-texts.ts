import { parseHours } from "#server/contract/content/opening-hours.ts"
import type { OpeningText, PublicCompany } from "#server/contract/content/public.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { kinshasaDay, parseKinshasaTime, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"

type Company = Pick<PublicCompany, "hours" | "exceptions">

/** More would weigh on every page; a page is made anew whenever its text changes. */
const TEXTS_MAX = 6

/**
 * Lists what is shown of the opening hours from that moment on, up to an empty text; nothing where the company has
 * written no hours.
 */
export function listOpeningTexts(company: Company, now: Date): OpeningText[] {
  const from = now.getTime()
  const openings = listOpenings(company, from)
  if (openings.length === 0) return []
  const midnights = daysAround(from).map((date) => startOfKinshasaDay(date).getTime())
  const moments = [...midnights, ...openings.flatMap(({ opens, closes }) => [opens, closes])]
  moments.sort((one, other) => one - other)
  const texts: OpeningText[] = []
  // The first one has come already, so that the list stays the same until its text changes.
  for (const since of moments.slice(moments.findLastIndex((moment) => moment <= from))) {
    const text = textAt(company, openings, since)
    if (text !== texts.at(-1)?.text) texts.push({ since, text })
  }
  const [end] = texts.slice(TEXTS_MAX)
  return [...texts.slice(0, TEXTS_MAX), ...(end ? [{ ...end, text: "" }] : [])]
}

function textAt({ exceptions }: Company, openings: readonly Opening[], moment: number): string {
  const date = kinshasaDay(new Date(moment))
  const exception = exceptions.find((one) => one.date === date)
  if (exception && hoursOf(exception.text) === undefined) return `Aujourd’hui\u00a0: ${exception.text}`
  const current = openings.find(({ opens, closes }) => opens <= moment && moment < closes)
  if (current) return current.closes - moment > DAY_MS ? "Ouvert" : `Ouvert jusqu’à\u00a0${timeOf(current.closes)}`
  const next = openings.find(({ opens }) => opens > moment)
  if (!next) return "Fermé"
  const isToday = kinshasaDay(new Date(next.opens)) === date
  return `Fermé, ouvre ${isToday ? "" : `${weekday.format(next.opens)} `}à\u00a0${timeOf(next.opens)}`
}

/** In milliseconds since 1970. */
interface Opening {
  opens: number
  closes: number
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const

/** Lists the openings of the week from that moment on, and those that began the day before; adjacent ones are one. */
function listOpenings({ hours, exceptions }: Company, from: number): Opening[] {
  const openings: Opening[] = []
  for (const date of daysAround(from)) {
    const name = DAYS[new Date(date).getUTCDay()] ?? "sunday"
    const exception = exceptions.find((one) => one.date === date)
    for (const { opens, closes } of exception ? (hoursOf(exception.text) ?? []) : parseHours(hours[name])) {
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

/** Returns the hours that an exceptional day's text names, none for « Fermé », and undefined for any other text. */
function hoursOf(text: string): ReturnType<typeof parseHours> | undefined {
  if (/^\s*ferm[ée]e?s?[\s.]*$/i.test(text)) return []
  const found = parseHours(text)
  return found.length > 0 && !/ferm/i.test(text) ? found : undefined
}

function daysAround(from: number): string[] {
  return Array.from({ length: 10 }, (_, index) => kinshasaDay(new Date(from + (index - 1) * DAY_MS)))
}

function momentOf(date: string, time: string): number {
  return parseKinshasaTime(`${date}T${time}`).getTime()
}

const zone = { timeZone: "Africa/Kinshasa" } as const
const weekday = new Intl.DateTimeFormat("fr", { ...zone, weekday: "long" })
const clock = new Intl.DateTimeFormat("fr", { ...zone, hour: "numeric", minute: "2-digit" })

/** Returns a time such as « 8 h » or « 17 h 30 ». */
function timeOf(moment: number): string {
  const [hour = "", minute = ""] = clock.format(moment).split(":")
  return [Number(hour), "h", ...(minute === "00" ? [] : [minute])].join("\u00a0")
}
