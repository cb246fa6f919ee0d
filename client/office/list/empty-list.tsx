import type { ReactNode } from "react"
import { EmptyState, NoSearchResults } from "#client/office/ui/empty-state.tsx"
import { filters } from "./texts.ts"

interface EmptyListProps {
  search: string
  isFiltered: boolean
  nothingFound: { title: string; text: (search: string) => string }
  nothingFiltered: { title: string; text: string }
  onClearSearch: () => void
  onClearFilters: () => void
  /** It is shown if neither a search nor a filter hides rows. */
  children: ReactNode
}

export function EmptyList({ search, isFiltered, nothingFound, nothingFiltered, ...props }: EmptyListProps) {
  if (search) {
    return <NoSearchResults title={nothingFound.title} text={nothingFound.text(search)} onClear={props.onClearSearch} />
  }
  if (!isFiltered) return props.children
  return (
    <EmptyState icon="filter" {...nothingFiltered}>
      <button type="button" className="btn btn-outline btn-primary" onClick={props.onClearFilters}>
        {filters.clear}
      </button>
    </EmptyState>
  )
}
