import { useState } from "react"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/ui/icon.tsx"
import type { RecentProject } from "#server/contract/stats.ts"
import { DeleteDialog } from "./delete-dialog.tsx"
import type { DeletedProject } from "./deleted-banner.tsx"
import { RecentProjects } from "./recent-projects.tsx"
import { useOpenProject } from "./use-open-project.ts"

interface FirstProjectsProps {
  /** Undefined until they are known. */
  projects: readonly RecentProject[] | undefined
  onDeleted: (project: DeletedProject) => void
}

/** The newest projects, to be edited or deleted on the spot. */
export function FirstProjects({ projects, onDeleted }: FirstProjectsProps) {
  const openProject = useOpenProject()
  const [deleting, setDeleting] = useState<RecentProject>()

  function removed({ name, sector }: RecentProject, images: number) {
    setDeleting(undefined)
    onDeleted({ name, sector, images })
  }

  return (
    <>
      <RecentProjects
        projects={projects}
        actions={(project) => (
          <RowButtons
            name={project.name}
            onEdit={() => openProject(project.id)}
            onDelete={() => setDeleting(project)}
          />
        )}
      />
      {deleting && (
        <DeleteDialog
          project={deleting}
          onDeleted={(images) => removed(deleting, images)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

interface RowButtonsProps {
  name: string
  onEdit: () => void
  onDelete: () => void
}

function RowButtons({ name, onEdit, onDelete }: RowButtonsProps) {
  return (
    <div className="flex gap-2">
      <button
        type="button"
        aria-label={copy.editNamed(name)}
        title={copy.edit}
        className="btn btn-outline btn-primary btn-square"
        onClick={onEdit}
      >
        <Icon name="edit" />
      </button>
      <button
        type="button"
        aria-label={copy.deleteNamed(name)}
        title={copy.delete}
        className="btn btn-outline btn-error btn-square"
        onClick={onDelete}
      >
        <Icon name="delete" />
      </button>
    </div>
  )
}
