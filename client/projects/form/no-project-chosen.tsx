import { Link } from "@tanstack/react-router"
import { projectForm } from "#client/copy/admin-projects.ts"
import { EmptyState } from "#client/ui/empty-state.tsx"

const copy = projectForm.none

/** Neither the URL nor session storage has a project id. */
export function NoProjectChosen() {
  return (
    <EmptyState icon="edit" title={copy.title} text={copy.text}>
      <Link to="/admin/dashboard" className="btn btn-primary">
        {copy.back}
      </Link>
    </EmptyState>
  )
}
