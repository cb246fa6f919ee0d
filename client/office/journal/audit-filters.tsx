import { DayFilters, dayChips } from "#client/office/list/day-filters.tsx"
import {
  chipsOf,
  colleagueOptions,
  type Filter,
  FilterChips,
  FilterSelects,
  optionsOf,
  withValues,
} from "#client/office/list/filters.tsx"
import { ACTOR_SLUGS, type AuditSearchParams, auditAddress, KIND_SLUGS } from "#server/contract/audit-search-params.ts"
import { actorNames } from "#server/contract/audit-told/describe-action.ts"
import { kindNames } from "#server/contract/audit-told/fact-texts.ts"
import { declaredSubjects } from "#server/contract/domains/domains.ts"
import type { Colleague } from "#server/contract/messages.ts"
import { auditTexts as texts } from "./texts.ts"

interface AuditFiltersProps {
  params: AuditSearchParams
  colleagues: readonly Colleague[]
  onChange: (changed: AuditSearchParams) => void
}

type SelectName = "personne" | "action" | "sujet"

export function AuditFilters({ params, colleagues, onChange }: AuditFiltersProps) {
  return (
    <>
      <FilterSelects
        filters={listFilters(params, colleagues)}
        address={auditAddress}
        onChange={(changed) => onChange({ ...changed, numero: undefined })}
      />
      <DayFilters params={params} texts={texts} onChange={onChange} />
    </>
  )
}

/** Shows each active filter as a button that removes it. */
export function AuditChips({ params, colleagues, ...on }: AuditFiltersProps & { onClear: () => void }) {
  const number = params.numero ? [{ name: "numero", label: texts.number(params.numero) }] : []
  return (
    <FilterChips chips={[...chipsOf(listFilters(params, colleagues)), ...number, ...dayChips(params, texts)]} {...on} />
  )
}

function listFilters(params: AuditSearchParams, colleagues: readonly Colleague[]): Filter<SelectName>[] {
  const filters: Omit<Filter<SelectName>, "value">[] = [
    {
      name: "personne",
      ...texts.person,
      options: [
        ...colleagueOptions(colleagues, params.personne, texts.person.unknown),
        ...optionsOf(ACTOR_SLUGS, actorNames),
      ],
    },
    { name: "action", ...texts.action, options: optionsOf(KIND_SLUGS, kindNames) },
    {
      name: "sujet",
      ...texts.subject,
      options: Object.values(declaredSubjects).map(({ slug, label }) => ({ value: slug, label })),
    },
  ]
  return withValues(filters, params)
}
