import { useId, useState } from "react"
import { projectFilters } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SearchBox } from "#client/ui/search-box.tsx"
import type { ProjectSearchResult } from "#server/contract/projects.ts"
import { Filters } from "./filters.tsx"
import { countFilters, toProjectSearch } from "./search-criteria.ts"
import { SortSelect } from "./sort-select.tsx"
import { StateLinks } from "./state-links.tsx"
import type { TableSearchParams } from "./table-search-params.ts"

interface ListToolbarProps {
  params: TableSearchParams
  /** Undefined while it loads. */
  table: ProjectSearchResult | undefined
  onChange: (changed: TableSearchParams) => void
  onFollow: () => void
}

/** Search, order and filters; a phone shows the filters after a tap. */
export function ListToolbar({ params, table, onChange, onFollow }: ListToolbarProps) {
  const id = useId()
  const [areFiltersOpen, setAreFiltersOpen] = useState(false)
  const { search, sort, state } = toProjectSearch(params)
  return (
    <div className="mb-4 grid gap-3 max-md:order-first">
      <div className="flex items-center justify-between gap-3 max-sm:flex-wrap max-sm:gap-2">
        <SearchBox
          label={projectTable.search}
          value={search}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
        <SortSelect sort={sort} onSort={(sort) => onChange({ sort })} />
        <button
          type="button"
          aria-expanded={areFiltersOpen}
          aria-controls={id}
          className="btn shrink-0 border-base-300 bg-base-100 px-3 md:hidden"
          onClick={() => setAreFiltersOpen(!areFiltersOpen)}
        >
          <Icon name="filter" className="size-4.5" />
          {projectFilters.show(countFilters(params))}
        </button>
      </div>
      <StateLinks current={state} counts={table?.states} onFollow={onFollow} />
      <div id={id} className={`flex flex-wrap gap-2 ${areFiltersOpen ? "" : "max-md:hidden"}`}>
        <Filters params={params} years={table?.years ?? []} onChange={onChange} />
      </div>
    </div>
  )
}
