import { adminSectors } from "#client/office/french/sectors.ts"
import { publicationChips } from "#client/office/list/day-filters.tsx"
import { chipsOf, type Filter, FilterChips, FilterSelects, withValues } from "#client/office/list/filters.tsx"
import {
  PICTURE_SLUGS,
  type ProjectSearchParams,
  projectAddress,
  STATUS_FILTER_SLUGS,
} from "#server/contract/project-search-params.ts"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { projectFilters as texts } from "./texts.ts"

interface FiltersProps {
  params: ProjectSearchParams
  years: readonly number[]
  onChange: (changed: ProjectSearchParams) => void
}

type SelectName = "secteur" | "statut" | "annee" | "images"

export function ProjectFilters({ params, years, onChange }: FiltersProps) {
  return <FilterSelects filters={listFilters(params, years)} address={projectAddress} onChange={onChange} />
}

export function ProjectChips({ params, years, ...on }: FiltersProps & { onClear: () => void }) {
  return (
    <FilterChips chips={[...chipsOf(listFilters(params, years)), ...publicationChips(params.publication)]} {...on} />
  )
}

function listFilters(params: ProjectSearchParams, years: readonly number[]): Filter<SelectName>[] {
  const { annee } = params
  const { sector, status, year, pictures } = texts
  // The year in the URL may be one that no project has.
  const all = annee === undefined || years.includes(annee) ? years : [annee, ...years]
  const filters: Omit<Filter<SelectName>, "value">[] = [
    {
      name: "secteur",
      ...sector,
      options: SECTORS.map((one) => ({ value: SECTOR_SLUGS[one], label: adminSectors[one] })),
    },
    {
      name: "statut",
      ...status,
      options: [
        ...STATUSES.map((one) => ({ value: STATUS_FILTER_SLUGS[one], label: one })),
        { value: STATUS_FILTER_SLUGS.none, label: status.none },
      ],
    },
    { name: "annee", ...year, options: all.map((one) => ({ value: String(one), label: String(one) })) },
    {
      name: "images",
      ...pictures,
      options: [
        { value: PICTURE_SLUGS.with, label: pictures.with },
        { value: PICTURE_SLUGS.without, label: pictures.without },
      ],
    },
  ]
  return withValues(filters, params)
}
