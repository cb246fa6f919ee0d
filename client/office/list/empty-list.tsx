import type { ReactNode } from "react"
import { EmptyState, NoSearchResults } from "#client/office/ui/empty-state.tsx"
import { filters } from "./texts.ts"
import type { ShownList } from "./use-list-address.ts"

interface EmptyListProps {
  list: Pick<ShownList<{ search?: string | undefined }>, "params" | "isFiltered" | "clearSearch" | "clearFilters">
  nothingFound: { title: string; text: (search: string) => string }
  nothingFiltered?: { title: string; text: string }
  /** It is shown if neither a search nor a filter hides rows. */
  children: ReactNode
}

export function EmptyList({ list, nothingFound, nothingFiltered, children }: EmptyListProps) {
  const { search } = list.params
  if (search) {
    return <NoSearchResults title={nothingFound.title} text={nothingFound.text(search)} onClear={list.clearSearch} />
  }
  if (!list.isFiltered || !nothingFiltered) return children
  return (
    <EmptyState icon="filter" {...nothingFiltered}>
      <button type="button" className="btn btn-outline btn-primary" onClick={list.clearFilters}>
        {filters.clear}
      </button>
    </EmptyState>
  )
}
