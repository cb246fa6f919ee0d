import { useApi } from "#client/api.ts"
import { projectDeletion as copy } from "#client/copy/admin-projects.ts"
import { deletionFailure, settleDeletion } from "#client/editing/deletion.ts"
import { refreshProjects } from "#client/projects/refresh-projects.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"

interface DeleteDialogProps {
  project: { id: number; name: string }
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ project: { id, name }, onDeleted, onClose }: DeleteDialogProps) {
  const { client, queries } = useApi()

  async function deleteProject(isRepeated: boolean) {
    try {
      await settleDeletion(client.projects.delete.mutate(id), isRepeated)
      onDeleted()
    } finally {
      void refreshProjects(queries)
    }
  }

  return (
    <ConfirmAction
      question={copy.question}
      detail={copy.detail(name)}
      confirm={copy.confirm}
      action={deleteProject}
      explain={(error) => deletionFailure("project", error)}
      onCancel={onClose}
    />
  )
}
