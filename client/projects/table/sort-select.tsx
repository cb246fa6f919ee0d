import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { PROJECT_SORTS, type ProjectSort } from "#server/contract/search-params.ts"

interface SortSelectProps {
  sort: ProjectSort
  /** Undefined for the default. */
  onSort: (sort: ProjectSort | undefined) => void
}

export function SortSelect({ sort, onSort }: SortSelectProps) {
  return (
    <label className="flex shrink-0 items-center gap-3 max-sm:min-w-0 max-sm:shrink max-sm:grow max-sm:basis-40">
      <span className="shrink-0 text-sm font-semibold max-sm:sr-only">{copy.sort}</span>
      <select
        value={sort}
        onChange={({ target }) => onSort(PROJECT_SORTS.slice(1).find((one) => one === target.value))}
        className="select pr-8 max-sm:w-full max-sm:appearance-none sm:w-54"
      >
        {PROJECT_SORTS.map((one) => (
          <option key={one} value={one}>
            {copy.sorts[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
