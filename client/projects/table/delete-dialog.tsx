import { useApi } from "#client/api.ts"
import { projectDeletion as copy } from "#client/copy/admin-projects.ts"
import { deletionFailure } from "#client/editing/deletion-failure.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"

interface DeleteDialogProps {
  project: { id: number; name: string }
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ project: { id, name }, onDeleted, onClose }: DeleteDialogProps) {
  const { client, queries } = useApi()

  async function deleteProject() {
    await client.projects.delete.mutate(id)
    onDeleted()
    void queries.projects.invalidate()
    void queries.stats.invalidate()
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
