import { Link } from "@tanstack/react-router"
import { filters } from "#client/copy/admin-lists.ts"
import { emptyStates, nothingFiltered } from "#client/copy/admin-project-table.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/rights.tsx"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"
import type { ProjectState } from "#server/contract/project-states.ts"

interface EmptyTableProps {
  search: string
  state: ProjectState | undefined
  /** Whether a sector, status, year or pictures are filtered. */
  isFiltered: boolean
  onClearSearch: () => void
  onClearFilters: () => void
}

export function EmptyTable({ search, state, isFiltered, onClearSearch, onClearFilters }: EmptyTableProps) {
  if (search) {
    const { title, text } = copy.nothingFound
    return <NoSearchResults title={title} text={text(search)} onClear={onClearSearch} />
  }
  if (isFiltered) {
    return (
      <EmptyState icon="filter" {...nothingFiltered}>
        <button type="button" className="btn btn-outline btn-primary" onClick={onClearFilters}>
          {filters.clear}
        </button>
      </EmptyState>
    )
  }
  if (state) return <EmptyState icon={state === "trashed" ? "delete" : "building"} {...emptyStates[state]} />
  return (
    <EmptyState icon="building" title={copy.none.title} text={copy.none.text}>
      <Allowed to="projects.write">
        <Link to="/admin/project-form" className="btn btn-primary">
          <Icon name="add" />
          {copy.none.action}
        </Link>
      </Allowed>
    </EmptyState>
  )
}
