import { useEffect, useRef } from "react"
import { formatShortDate } from "#client/office/french/dates.ts"
import { isDay } from "#server/contract/days.ts"
import { filters as texts } from "./texts.ts"

interface DayParams {
  du?: string | undefined
  au?: string | undefined
}

interface DayLabels {
  label: string
  short: string
  chip: (day: string) => string
}

interface DayFiltersProps {
  params: DayParams
  texts: { from: DayLabels; until: DayLabels }
  onChange: (changed: DayParams) => void
}

/** Filters a list by its first and its last day. */
export function DayFilters({ params: { du, au }, texts: { from, until }, onChange }: DayFiltersProps) {
  return (
    <div className="flex gap-2 max-md:w-full max-xs:flex-wrap">
      <DayInput label={from.label} short={from.short} value={du} onChange={(du) => onChange({ du })} />
      <DayInput label={until.label} short={until.short} value={au} onChange={(au) => onChange({ au })} />
    </div>
  )
}

export function dayChips({ du, au }: DayParams, { from, until }: DayFiltersProps["texts"]) {
  return [
    ...(du ? [{ name: "du", label: from.chip(formatDay(du)) }] : []),
    ...(au ? [{ name: "au", label: until.chip(formatDay(au)) }] : []),
  ]
}

/** Returns the chip of a publication's day. */
export function publicationChips(day: string | undefined) {
  return day ? [{ name: "publication", label: texts.publicationOn(formatDay(day)) }] : []
}

/** Formats a day by its noon in UTC, at which it is the same day in Kinshasa. */
function formatDay(day: string): string {
  return formatShortDate(`${day}T12:00Z`)
}

interface DayInputProps {
  label: string
  /** The visible label beside the field. */
  short: string
  /** The day of the URL, `YYYY-MM-DD`. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** An earlier year has digits that are not typed yet. */
const EARLIEST = "1900"

/** A complete day is reported at once. */
function DayInput({ label, short, value = "", onChange }: DayInputProps) {
  const input = useRef<HTMLInputElement>(null)
  // The browser keeps what is typed, since each digit of a day makes another one, and a new field would lose the focus.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value
  }, [value])

  function report(typed: string) {
    const changed = isDay(typed) && typed >= EARLIEST ? typed : undefined
    if ((changed ?? "") !== value) onChange(changed)
  }

  return (
    <label className="flex items-center gap-2 text-sm max-md:grow">
      <span aria-hidden="true" className="shrink-0">
        {short}
      </span>
      <input
        ref={input}
        type="date"
        aria-label={label}
        defaultValue={value}
        onChange={({ target }) => report(target.value)}
        className={`input w-auto min-w-0 grow md:text-sm ${value === "" ? "" : "border-primary font-semibold"}`}
      />
    </label>
  )
}
