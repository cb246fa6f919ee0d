import { useSyncExternalStore } from "react"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { kinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import { listOpeningStates } from "#server/contract/opening-hours.ts"
import { useSite } from "./site-content.ts"
import { site } from "./texts.ts"

const { contactBar: texts } = site

/** Shows whether somebody is there now; nothing where the company has written no hours. */
export function OpeningState({ className }: { className: string }) {
  const { company } = useSite()
  const minute = useSyncExternalStore(everyMinute, currentMinute, currentMinute)
  const moments = listOpeningTexts(company, minute * MINUTE_MS)
  const [current] = moments
  if (!current) return null
  return (
    <p
      className={className}
      data-opening={import.meta.env.SSR ? JSON.stringify(moments) : undefined}
      // The page may come from a cache, and OpeningScript has corrected the text before hydration.
      suppressHydrationWarning
    >
      {current.text}
    </p>
  )
}

interface OpeningText {
  /** In milliseconds since 1970. */
  since: number
  text: string
}

/** Lists what is shown from that moment on, for a week. */
export function listOpeningTexts(company: Parameters<typeof listOpeningStates>[0], from: number): OpeningText[] {
  return listOpeningStates(company, from).flatMap(({ since, isOpen, until }) => {
    if (until === undefined) return { since, text: isOpen ? texts.open : texts.closed }
    const at = timeOf(until)
    if (isOpen) return { since, text: texts.openUntil(at) }
    const sameDay = Math.max(since, startOfKinshasaDay(kinshasaDay(new Date(until))).getTime())
    const today = { since: sameDay, text: texts.opensAt(at) }
    const before = { since, text: texts.opensOn(dayOf(until), at) }
    return sameDay <= Math.max(since, from) ? [today] : [before, today]
  })
}

const zone = { timeZone: "Africa/Kinshasa" } as const
const day = new Intl.DateTimeFormat("fr", { ...zone, weekday: "long" })
const time = new Intl.DateTimeFormat("fr", { ...zone, hour: "numeric", minute: "2-digit" })

function dayOf(moment: number): string {
  return day.format(moment)
}

/** Returns a time such as « 8 h » or « 17 h 30 ». */
function timeOf(moment: number): string {
  const parts = time.formatToParts(moment)
  const [hour, minute] = ["hour", "minute"].map((type) => Number(parts.find((part) => part.type === type)?.value))
  return minute ? `${hour}\u00a0h\u00a0${String(minute).padStart(2, "0")}` : `${hour}\u00a0h`
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS)
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS / 2)
  return () => clearInterval(timer)
}
