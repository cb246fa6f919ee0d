import { Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/office/frame/rights.tsx"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import type { ProjectState } from "#server/contract/project-states.ts"
import { emptyStates } from "./texts.ts"

interface EmptyTableProps {
  state: ProjectState | undefined
}

export function EmptyTable({ state }: EmptyTableProps) {
  if (state) return <EmptyState icon={state === "trashed" ? "delete" : "building"} {...emptyStates[state]} />
  return (
    <EmptyState icon="building" title={texts.none.title} text={texts.none.text}>
      <Allowed to="projects.write">
        <Link to="/admin/project-form" className="btn btn-primary">
          <Icon name="add" />
          {texts.none.action}
        </Link>
      </Allowed>
    </EmptyState>
  )
}
