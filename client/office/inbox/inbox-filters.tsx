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
import {
  ASSIGNEE_SLUGS,
  FOLLOW_UP_SLUGS,
  type InboxSearchParams,
  inboxAddress,
  OUTCOME_SLUGS,
  UNDELIVERED,
  WITH_PICTURES,
} from "#server/contract/inbox-search-params.ts"
import type { Colleague } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { inboxTexts as texts } from "./texts.ts"

interface InboxFiltersProps {
  params: InboxSearchParams
  colleagues: readonly Colleague[]
  onChange: (changed: InboxSearchParams) => void
}

type SelectName = "secteur" | "responsable" | "relance" | "issue" | "photos" | "courriel"

export function InboxFilters({ params, colleagues, onChange }: InboxFiltersProps) {
  return (
    <>
      <FilterSelects filters={listFilters(params, colleagues)} address={inboxAddress} onChange={onChange} />
      <DayFilters params={params} texts={texts} onChange={onChange} />
    </>
  )
}

/** Shows each active filter as a button that removes it. */
export function InboxChips({ params, colleagues, ...on }: InboxFiltersProps & { onClear: () => void }) {
  return <FilterChips chips={[...chipsOf(listFilters(params, colleagues)), ...dayChips(params, texts)]} {...on} />
}

function listFilters(params: InboxSearchParams, colleagues: readonly Colleague[]): Filter<SelectName>[] {
  const filters: Omit<Filter<SelectName>, "value">[] = [
    {
      name: "secteur",
      ...texts.sector,
      options: CONTACT_SECTORS.map((sector) => ({ value: sector, label: CONTACT_SECTOR_LABELS[sector] })),
    },
    {
      name: "responsable",
      label: texts.assignee.label,
      all: texts.assignee.all,
      options: [
        { value: ASSIGNEE_SLUGS.me, label: texts.assignee.me },
        { value: ASSIGNEE_SLUGS.none, label: texts.assignee.none },
        ...colleagueOptions(colleagues, params.responsable, texts.unknownPerson),
      ],
    },
    { name: "relance", ...texts.followUps, options: optionsOf(FOLLOW_UP_SLUGS, texts.followUps.options) },
    { name: "issue", ...texts.outcomes, options: optionsOf(OUTCOME_SLUGS, texts.outcomes.options) },
    {
      name: "photos",
      label: texts.pictures.label,
      all: texts.pictures.all,
      options: [{ value: WITH_PICTURES, label: texts.pictures.with }],
    },
    {
      name: "courriel",
      label: texts.mails.label,
      all: texts.mails.all,
      options: [{ value: UNDELIVERED, label: texts.mails.undelivered }],
    },
  ]
  return withValues(filters, params)
}
