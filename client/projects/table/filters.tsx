import { projectFilters as copy } from "#client/copy/admin-project-table.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { FilterName } from "./search-criteria.ts"
import { NO_STATUS_SLUG, PICTURE_SLUGS, parseTableSearchParams, type TableSearchParams } from "./table-search-params.ts"

interface FiltersProps {
  params: TableSearchParams
  years: readonly number[]
  onChange: (changed: TableSearchParams) => void
}

interface Filter {
  name: FilterName
  label: string
  /** What finds all. */
  all: string
  options: { value: string; label: string }[]
}

export function Filters({ params, years, onChange }: FiltersProps) {
  return listFilters(params, years).map(({ name, label, all, options }) => (
    <select
      key={name}
      aria-label={label}
      value={params[name] ?? ""}
      onChange={({ target }) => onChange(parseFilter(name, target.value))}
      className={`select w-auto max-w-full pr-8 max-md:grow max-md:basis-36 max-md:appearance-none md:text-sm ${params[name] === undefined ? "" : "border-primary font-semibold"}`}
    >
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  ))
}

/** The filters that are on, each a button that removes it. */
export function FilterChips({ params, years, onChange, onClear }: FiltersProps & { onClear: () => void }) {
  const chips = listFilters(params, years).flatMap(({ name, options }) => {
    const option = options.find(({ value }) => value === String(params[name]))
    return option ? [{ name, label: option.label }] : []
  })
  if (chips.length === 0) return null
  return (
    <ul aria-label={copy.active} className="mb-3 flex flex-wrap items-center gap-2">
      {chips.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={copy.remove(label)}
            className="btn rounded-full border-primary/40 bg-primary/10 px-3.5 text-sm text-primary"
            onClick={() => onChange({ [name]: undefined })}
          >
            {label}
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="btn btn-ghost text-sm" onClick={onClear}>
          {copy.clear}
        </button>
      </li>
    </ul>
  )
}

function parseFilter(name: FilterName, value: string): TableSearchParams {
  return { [name]: parseTableSearchParams({ [name]: name === "annee" ? Number(value) : value })[name] }
}

function listFilters({ annee }: TableSearchParams, years: readonly number[]): Filter[] {
  const { sector, status, year, pictures } = copy
  // The year in the address may be one that no project has.
  const all = annee === undefined || years.includes(annee) ? years : [annee, ...years]
  return [
    {
      name: "secteur",
      ...sector,
      options: SECTORS.map((one) => ({ value: SECTOR_SLUGS[one], label: adminSectors[one] })),
    },
    {
      name: "statut",
      ...status,
      options: [
        ...STATUSES.map((one) => ({ value: STATUS_SLUGS[one], label: one })),
        { value: NO_STATUS_SLUG, label: status.none },
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
}
