import { filters } from "#client/copy/admin-lists.ts"
import { inboxCopy as copy } from "#client/copy/admin-messages.ts"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"
import type { MessageSearch } from "#server/contract/messages.ts"

interface EmptyInboxProps {
  params: Pick<MessageSearch, "search" | "folder">
  isFiltered: boolean
  onClearSearch: () => void
  onClearFilters: () => void
}

export function EmptyInbox({ params: { search, folder }, isFiltered, onClearSearch, onClearFilters }: EmptyInboxProps) {
  if (search) {
    const { title, text } = copy.nothingFound
    return <NoSearchResults title={title} text={text(search)} onClear={onClearSearch} />
  }
  if (isFiltered) {
    return (
      <EmptyState icon="filter" {...copy.nothingFiltered}>
        <button type="button" className="btn btn-outline btn-primary" onClick={onClearFilters}>
          {filters.clear}
        </button>
      </EmptyState>
    )
  }
  return <EmptyState icon="mail" {...(folder ? copy.emptyFolders[folder] : copy.none)} />
}
