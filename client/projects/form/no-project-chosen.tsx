import { Link } from "@tanstack/react-router"
import { projectForm } from "#client/copy/admin-projects.ts"
import { EmptyState } from "#client/ui/empty-state.tsx"

const copy = projectForm.none

/** Neither the address nor this tab knows which project is meant. */
export function NoProjectChosen() {
  return (
    <EmptyState icon="edit" title={copy.title} text={copy.text}>
      <Link to="/admin/dashboard" className="btn btn-primary">
        {copy.back}
      </Link>
    </EmptyState>
  )
}
