import { listOpeningStates } from "#server/contract/content/opening-hours.ts"
import type { OpeningText, PublicCompany } from "#server/contract/content/public.ts"
import { kinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"

/** More would weigh on every page; a page is made anew whenever the company opens or closes. */
const TEXTS_MAX = 6

/** Lists what is shown of the opening hours from that moment on, for about two days. */
export function listOpeningTexts(company: Pick<PublicCompany, "hours" | "exceptions">, now: Date): OpeningText[] {
  const texts = listOpeningStates(company, now.getTime()).flatMap(({ since, isOpen, until }) => {
    if (until === undefined) return { since, text: isOpen ? "Ouvert" : "Fermé" }
    const at = timeOf(until)
    if (isOpen) return { since, text: `Ouvert jusqu’à\u00a0${at}` }
    const dayBegins = startOfKinshasaDay(kinshasaDay(new Date(until))).getTime()
    const before = { since, text: `Fermé, ouvre ${day.format(until)} à\u00a0${at}` }
    const sameDay = { since: Math.max(since, dayBegins), text: `Fermé, ouvre à\u00a0${at}` }
    return dayBegins <= since ? [sameDay] : [before, sameDay]
  })
  return texts.slice(0, TEXTS_MAX)
}

const zone = { timeZone: "Africa/Kinshasa" } as const
const day = new Intl.DateTimeFormat("fr", { ...zone, weekday: "long" })
const clock = new Intl.DateTimeFormat("fr", { ...zone, hour: "numeric", minute: "2-digit" })

/** Returns a time such as « 8 h » or « 17 h 30 ». */
function timeOf(moment: number): string {
  const [hour = "", minute = ""] = clock.format(moment).split(":")
  return [Number(hour), "h", ...(minute === "00" ? [] : [minute])].join("\u00a0")
}
