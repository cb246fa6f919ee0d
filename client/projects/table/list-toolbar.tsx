import { useLocation } from "@tanstack/react-router"
import { projectFilters, shortcuts } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SearchBox } from "#client/ui/search-box.tsx"
import type { ProjectSearchResult } from "#server/contract/projects.ts"
import { ColumnMenu } from "./column-menu.tsx"
import { Filters } from "./filters.tsx"
import { SortSelect } from "./sort-select.tsx"
import { StateLinks } from "./state-links.tsx"
import { shownColumns } from "./table-columns.ts"
import { type TableSearchParams, toProjectSearch } from "./table-search-params.ts"

interface ListToolbarProps {
  params: TableSearchParams
  /** Undefined while it loads. */
  table: ProjectSearchResult | undefined
  /** Goes to the first page, unless another one is given. */
  onChange: (changed: TableSearchParams) => void
  onFollow: () => void
  onHelp: () => void
}

/** Search, order, filters and columns. */
export function ListToolbar({ params, table, onChange, onFollow, onHelp }: ListToolbarProps) {
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const { search, sort, state } = toProjectSearch(params)
  return (
    <div className="mb-4 grid gap-3 max-md:order-first">
      <div className="flex items-center justify-between gap-3 max-sm:flex-wrap">
        <SearchBox
          label={projectTable.search}
          value={search}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
        <SortSelect sort={sort} onSort={(sort) => onChange({ sort })} />
      </div>
      <StateLinks current={state} counts={table?.states} onFollow={onFollow} />
      <div className="flex flex-wrap gap-2">
        <Filters params={params} years={table?.years ?? []} onChange={onChange} />
        <div className="flex flex-wrap gap-2 max-md:contents xl:ml-auto">
          <ColumnMenu
            columns={shownColumns(params.colonnes)}
            onChange={(colonnes) => onChange({ colonnes, page: params.page })}
          />
          <a
            href={`/api/admin/projects.csv${query}`}
            download
            className="btn border-base-300 bg-base-100 max-sm:px-2.5"
          >
            <Icon name="download" className="size-4.5" />
            {projectFilters.export}
          </a>
          <button
            type="button"
            aria-haspopup="dialog"
            className="btn border-base-300 bg-base-100 max-md:hidden"
            onClick={onHelp}
          >
            {shortcuts.open}
          </button>
        </div>
      </div>
    </div>
  )
}
