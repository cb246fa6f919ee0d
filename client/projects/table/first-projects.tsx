import { useState } from "react"
import { useOpenProject } from "#client/projects/selected-project.ts"
import { useCan } from "#client/rights.tsx"
import type { RecentProject } from "#server/contract/stats.ts"
import { DeleteDialog } from "./delete-dialog.tsx"
import type { DeletedProject } from "./deleted-project-notice.tsx"
import { RecentProjects } from "./recent-projects.tsx"
import { RowButtons } from "./row-buttons.tsx"

interface FirstProjectsProps {
  /** It is undefined while the projects load. */
  projects: readonly RecentProject[] | undefined
  onDeleted: (project: DeletedProject) => void
}

export function FirstProjects({ projects, onDeleted }: FirstProjectsProps) {
  const can = useCan()
  const openProject = useOpenProject()
  const [deleting, setDeleting] = useState<RecentProject>()

  function finishDeletion({ id, name, sector }: RecentProject) {
    setDeleting(undefined)
    onDeleted({ id, name, sector })
  }

  return (
    <>
      <RecentProjects
        projects={projects}
        actions={(project) =>
          can("projects.write") && (
            <div className="flex gap-2">
              <RowButtons
                projectName={project.name}
                onEdit={() => openProject(project.id)}
                onDelete={() => setDeleting(project)}
              />
            </div>
          )
        }
      />
      {deleting && (
        <DeleteDialog
          project={deleting}
          onDeleted={() => finishDeletion(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}
