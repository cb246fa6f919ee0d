import { Link } from "@tanstack/react-router"
import { emptyStates } from "#client/copy/admin-project-table.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/rights.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import type { ProjectState } from "#server/contract/project-states.ts"

interface EmptyTableProps {
  state: ProjectState | undefined
}

export function EmptyTable({ state }: EmptyTableProps) {
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
