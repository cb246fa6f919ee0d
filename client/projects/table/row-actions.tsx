import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"
import { RowButtons } from "./row-buttons.tsx"

export interface RowEvents {
  onEdit: (project: ManagedProject) => void
  onDelete: (project: ManagedProject) => void
  onRestore: (project: ManagedProject) => void
}

export function RowActions({ project, ...on }: RowEvents & { project: ManagedProject }) {
  if (project.state === "trashed") {
    return (
      <button
        type="button"
        aria-label={copy.restoreNamed(project.name)}
        className="btn btn-outline btn-primary px-3"
        onClick={() => on.onRestore(project)}
      >
        <Icon name="retry" className="size-4.5" />
        {copy.restore}
      </button>
    )
  }
  return (
    <RowButtons projectName={project.name} onEdit={() => on.onEdit(project)} onDelete={() => on.onDelete(project)} />
  )
}
