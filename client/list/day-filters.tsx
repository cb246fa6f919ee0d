import { formatShortDate } from "#client/copy/dates.ts"
import { DayInput } from "./day-input.tsx"

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
  copy: { from: DayLabels; until: DayLabels }
  onChange: (changed: DayParams) => void
}

/** The first and the last day of what a list shows. */
export function DayFilters({ params: { du, au }, copy: { from, until }, onChange }: DayFiltersProps) {
  return (
    <div className="flex gap-2 max-md:w-full max-xs:flex-wrap">
      <DayInput label={from.label} short={from.short} value={du} onChange={(du) => onChange({ du })} />
      <DayInput label={until.label} short={until.short} value={au} onChange={(au) => onChange({ au })} />
    </div>
  )
}

export function dayChips({ du, au }: DayParams, { from, until }: DayFiltersProps["copy"]) {
  return [
    ...(du ? [{ name: "du" as const, label: from.chip(formatDay(du)) }] : []),
    ...(au ? [{ name: "au" as const, label: until.chip(formatDay(au)) }] : []),
  ]
}

/** At noon it is the same day in Kinshasa. */
function formatDay(day: string): string {
  return formatShortDate(`${day}T12:00Z`)
}
