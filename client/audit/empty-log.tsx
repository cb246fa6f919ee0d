import { auditCopy as copy } from "#client/copy/admin-audit.ts"
import { filters } from "#client/copy/admin-lists.ts"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"

interface EmptyLogProps {
  search: string
  isFiltered: boolean
  onClearSearch: () => void
  onClearFilters: () => void
}

export function EmptyLog({ search, isFiltered, onClearSearch, onClearFilters }: EmptyLogProps) {
  if (search) {
    const { title, text } = copy.nothingFound
    return <NoSearchResults title={title} text={text(search)} onClear={onClearSearch} />
  }
  if (!isFiltered) return <EmptyState icon="clock" {...copy.none} />
  return (
    <EmptyState icon="filter" {...copy.nothingFiltered}>
      <button type="button" className="btn btn-outline btn-primary" onClick={onClearFilters}>
        {filters.clear}
      </button>
    </EmptyState>
  )
}
