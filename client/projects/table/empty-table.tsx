import { Link } from "@tanstack/react-router"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { EmptyState, NoSearchResults } from "#client/ui/empty-state.tsx"

interface EmptyTableProps {
  search: string
  onClear: () => void
}

export function EmptyTable({ search, onClear }: EmptyTableProps) {
  if (search) {
    return <NoSearchResults title={copy.nothingFound.title} text={copy.nothingFound.text(search)} onClear={onClear} />
  }
  return (
    <EmptyState icon="building" title={copy.none.title} text={copy.none.text}>
      <Link to="/admin/project-form" className="btn btn-primary">
        <Icon name="add" />
        {copy.none.action}
      </Link>
    </EmptyState>
  )
}
