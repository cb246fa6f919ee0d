import { useApi } from "#client/app/api.ts"
import { deletionFailure, settleDeletion } from "#client/office/editing/deletion.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { projectDeletion as texts } from "#client/office/projects/texts.ts"
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
      question={texts.question}
      detail={texts.detail(name)}
      confirm={texts.confirm}
      action={deleteProject}
      explain={(error) => deletionFailure("project", error)}
      onCancel={onClose}
    />
  )
}
