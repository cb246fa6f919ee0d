import { actorNames, auditCopy as copy, kindNames, subjectNames } from "#client/copy/admin-audit.ts"
import { formatShortDate } from "#client/copy/dates.ts"
import { DayInput } from "#client/list/day-input.tsx"
import { chipsOf, type Filter, FilterChips, FilterSelects } from "#client/list/filters.tsx"
import {
  ACTOR_SLUGS,
  type AuditFilterName,
  type AuditSearchParams,
  KIND_SLUGS,
  parseAuditSearchParams,
  SUBJECT_SLUGS,
} from "#server/contract/audit-search-params.ts"
import type { Colleague } from "#server/contract/messages.ts"

interface AuditFiltersProps {
  params: AuditSearchParams
  people: readonly Colleague[]
  onChange: (changed: AuditSearchParams) => void
}

type SelectName = Exclude<AuditFilterName, "du" | "au" | "numero">

export function AuditFilters({ params, people, onChange }: AuditFiltersProps) {
  return (
    <>
      <FilterSelects
        filters={listFilters(params, people)}
        onChange={(name, value) => onChange({ ...parseFilter(name, value), numero: undefined })}
      />
      <div className="flex gap-2 max-md:w-full max-xs:flex-wrap">
        <DayInput {...copy.from} value={params.du} onChange={(du) => onChange({ du })} />
        <DayInput {...copy.until} value={params.au} onChange={(au) => onChange({ au })} />
      </div>
    </>
  )
}

interface AuditChipsProps extends AuditFiltersProps {
  onClear: () => void
}

/** The filters that are on, each a button that removes it. */
export function AuditChips({ params, people, onChange, onClear }: AuditChipsProps) {
  const { du, au, numero } = params
  const chips: { name: AuditFilterName; label: string }[] = [
    ...chipsOf(listFilters(params, people)),
    ...(numero ? [{ name: "numero" as const, label: copy.number(numero) }] : []),
    ...(du ? [{ name: "du" as const, label: copy.from.chip(formatDay(du)) }] : []),
    ...(au ? [{ name: "au" as const, label: copy.until.chip(formatDay(au)) }] : []),
  ]
  return <FilterChips chips={chips} onRemove={(name) => onChange({ [name]: undefined })} onClear={onClear} />
}

/** At noon it is the same day in Kinshasa. */
function formatDay(day: string): string {
  return formatShortDate(`${day}T12:00Z`)
}

function parseFilter(name: SelectName, value: string): AuditSearchParams {
  const isNumber = name === "personne" && /^\d+$/.test(value)
  return { [name]: parseAuditSearchParams({ [name]: isNumber ? Number(value) : value })[name] }
}

function listFilters(params: AuditSearchParams, people: readonly Colleague[]): Filter<SelectName>[] {
  const { personne } = params
  const isUnknown = typeof personne === "number" && people.every(({ id }) => id !== personne)
  const filters: Omit<Filter<SelectName>, "value">[] = [
    {
      name: "personne",
      ...copy.person,
      options: [
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isUnknown ? [{ value: String(personne), label: copy.person.unknown }] : []),
        ...optionsOf(ACTOR_SLUGS, actorNames),
      ],
    },
    { name: "action", ...copy.action, options: optionsOf(KIND_SLUGS, kindNames) },
    { name: "sujet", ...copy.subject, options: optionsOf(SUBJECT_SLUGS, subjectNames) },
  ]
  return filters.map((filter) => ({ ...filter, value: String(params[filter.name] ?? "") }))
}

function optionsOf<Name extends string>(slugs: Record<Name, string>, labels: Record<Name, string>) {
  return (Object.keys(slugs) as Name[]).map((name) => ({ value: slugs[name], label: labels[name] }))
}
