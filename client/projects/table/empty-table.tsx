import { Link } from "@tanstack/react-router"
import { admin } from "#client/copy/admin.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { Icon } from "#client/ui/icon.tsx"

interface EmptyTableProps {
  /** Empty where nothing is searched. */
  search: string
  onClear: () => void
}

/** Stands where rows would be, and says what to do next. */
export function EmptyTable({ search, onClear }: EmptyTableProps) {
  if (search) {
    return (
      <EmptyState icon="search" title={copy.nothingFound.title} text={copy.nothingFound.text(search)}>
        <button type="button" className="btn btn-outline btn-primary" onClick={onClear}>
          {admin.clearSearch}
        </button>
      </EmptyState>
    )
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
