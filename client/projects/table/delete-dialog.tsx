import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { projectDeletion as copy } from "#client/copy/admin-projects.ts"
import { deletionFailure } from "#client/editing/deletion-failure.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"

interface DeleteDialogProps {
  project: { id: number; name: string }
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ project: { id, name }, onDeleted, onClose }: DeleteDialogProps) {
  const { client, queries } = useApi()
  const deletion = useMutation({
    ...mutationOf(client.projects.delete.mutate),
    onSuccess: () => {
      onDeleted()
      void queries.projects.invalidate()
      void queries.stats.invalidate()
    },
  })
  return (
    <ConfirmDialog
      question={copy.question}
      detail={copy.detail(name)}
      confirm={copy.confirm}
      isBusy={deletion.isPending}
      failure={deletion.isError ? deletionFailure("project", deletion.error) : undefined}
      onConfirm={() => deletion.mutate(id)}
      onCancel={onClose}
    />
  )
}
