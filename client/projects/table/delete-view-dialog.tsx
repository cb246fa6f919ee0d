import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { viewDeletion as copy } from "#client/copy/admin-views.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { SavedView } from "#server/contract/views.ts"

export function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { client, queries } = useApi()
  const deletion = useMutation({
    ...mutationOf(client.views.delete.mutate),
    onSuccess: onClose,
    onSettled: () => queries.views.invalidate(),
  })
  return (
    <ConfirmDialog
      question={copy.question}
      detail={copy.detail(view)}
      confirm={copy.confirm}
      isBusy={deletion.isPending}
      failure={deletion.isError ? loadingFailure(copy.failed, deletion.error) : undefined}
      onConfirm={() => deletion.mutate(view.id)}
      onCancel={onClose}
    />
  )
}
