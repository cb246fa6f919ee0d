import { inboxCopy as copy } from "#client/copy/admin-messages.ts"
import { formatShortDate } from "#client/copy/dates.ts"
import { DayInput } from "#client/list/day-input.tsx"
import { chipsOf, type Filter, FilterChips, FilterSelects } from "#client/list/filters.tsx"
import {
  type InboxFilterName,
  type InboxSearchParams,
  ME,
  NOBODY,
  parseInboxSearchParams,
  WITH_PHOTOS,
} from "#server/contract/inbox-search-params.ts"
import type { Colleague } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"

interface InboxFiltersProps {
  params: InboxSearchParams
  people: readonly Colleague[]
  onChange: (changed: InboxSearchParams) => void
}

type SelectName = Exclude<InboxFilterName, "du" | "au">

export function InboxFilters({ params, people, onChange }: InboxFiltersProps) {
  return (
    <>
      <FilterSelects
        filters={listFilters(params, people)}
        onChange={(name, value) => onChange(parseFilter(name, value))}
      />
      <div className="flex gap-2 max-md:w-full max-xs:flex-wrap">
        <DayInput {...copy.from} value={params.du} onChange={(du) => onChange({ du })} />
        <DayInput {...copy.until} value={params.au} onChange={(au) => onChange({ au })} />
      </div>
    </>
  )
}

interface InboxChipsProps extends InboxFiltersProps {
  onClear: () => void
}

/** The filters that are on, each a button that removes it. */
export function InboxChips({ params, people, onChange, onClear }: InboxChipsProps) {
  const { du, au } = params
  const chips: { name: InboxFilterName; label: string }[] = [
    ...chipsOf(listFilters(params, people)),
    ...(du ? [{ name: "du" as const, label: copy.from.chip(formatDay(du)) }] : []),
    ...(au ? [{ name: "au" as const, label: copy.until.chip(formatDay(au)) }] : []),
  ]
  return <FilterChips chips={chips} onRemove={(name) => onChange({ [name]: undefined })} onClear={onClear} />
}

/** At noon it is the same day in Kinshasa. */
function formatDay(day: string): string {
  return formatShortDate(`${day}T12:00Z`)
}

function parseFilter(name: SelectName, value: string): InboxSearchParams {
  const isNumber = name === "responsable" && value !== ME && value !== NOBODY
  return { [name]: parseInboxSearchParams({ [name]: isNumber ? Number(value) : value })[name] }
}

function listFilters(params: InboxSearchParams, people: readonly Colleague[]): Filter<SelectName>[] {
  const { responsable } = params
  const named = people.map(({ id, name }) => ({ value: String(id), label: name }))
  const isUnknown = typeof responsable === "number" && people.every(({ id }) => id !== responsable)
  const filters: Omit<Filter<SelectName>, "value">[] = [
    {
      name: "secteur",
      ...copy.sector,
      options: CONTACT_SECTORS.map((sector) => ({ value: sector, label: CONTACT_SECTOR_LABELS[sector] })),
    },
    {
      name: "responsable",
      label: copy.assignee.label,
      all: copy.assignee.all,
      options: [
        { value: ME, label: copy.assignee.me },
        { value: NOBODY, label: copy.assignee.none },
        ...named,
        ...(isUnknown ? [{ value: String(responsable), label: copy.unknownPerson }] : []),
      ],
    },
    {
      name: "photos",
      label: copy.photos.label,
      all: copy.photos.all,
      options: [{ value: WITH_PHOTOS, label: copy.photos.with }],
    },
  ]
  return filters.map((filter) => ({ ...filter, value: String(params[filter.name] ?? "") }))
}
