import { useState } from "react"
import { useCan } from "#client/office/frame/rights.tsx"
import { useOpenProject } from "#client/office/projects/selected-project.ts"
import { DeleteDialog } from "#client/office/projects/table/delete-dialog.tsx"
import type { DeletedProject } from "#client/office/projects/table/deleted-project-notice.tsx"
import { RowButtons } from "#client/office/projects/table/row-buttons.tsx"
import type { RecentProject } from "#server/contract/stats.ts"
import { RecentProjects } from "./recent-projects.tsx"

interface FirstProjectsProps {
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
