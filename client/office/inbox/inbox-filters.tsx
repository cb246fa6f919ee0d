import { DayFilters, dayChips } from "#client/office/list/day-filters.tsx"
import {
  chipsOf,
  type Filter,
  FilterChips,
  FilterSelects,
  peopleOptions,
  withValues,
} from "#client/office/list/filters.tsx"
import {
  ASSIGNEE_SLUGS,
  type InboxSearchParams,
  inboxAddress,
  WITH_PHOTOS,
} from "#server/contract/inbox-search-params.ts"
import type { Colleague } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { inboxTexts as texts } from "./texts.ts"

interface InboxFiltersProps {
  params: InboxSearchParams
  people: readonly Colleague[]
  onChange: (changed: InboxSearchParams) => void
}

type SelectName = "secteur" | "responsable" | "photos"

export function InboxFilters({ params, people, onChange }: InboxFiltersProps) {
  return (
    <>
      <FilterSelects filters={listFilters(params, people)} address={inboxAddress} onChange={onChange} />
      <DayFilters params={params} texts={texts} onChange={onChange} />
    </>
  )
}

/** Shows each active filter as a button that removes it. */
export function InboxChips({ params, people, ...on }: InboxFiltersProps & { onClear: () => void }) {
  return <FilterChips chips={[...chipsOf(listFilters(params, people)), ...dayChips(params, texts)]} {...on} />
}

function listFilters(params: InboxSearchParams, people: readonly Colleague[]): Filter<SelectName>[] {
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
        ...peopleOptions(people, params.responsable, texts.unknownPerson),
      ],
    },
    {
      name: "photos",
      label: texts.photos.label,
      all: texts.photos.all,
      options: [{ value: WITH_PHOTOS, label: texts.photos.with }],
    },
  ]
  return withValues(filters, params)
}
