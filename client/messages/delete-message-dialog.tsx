import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { messageDeletion as copy } from "#client/copy/admin-messages.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { deletionFailure } from "#client/editing/deletion-failure.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"

interface DeleteMessageDialogProps {
  message: Message
  onDeleted: () => void
  onClose: () => void
}

/** After a failure the deletion can be tried again. */
export function DeleteMessageDialog({ message, onDeleted, onClose }: DeleteMessageDialogProps) {
  const { client, queries } = useApi()
  const deletion = useMutation({
    ...mutationOf(client.messages.delete.mutate),
    async onSuccess() {
      await Promise.all([queries.messages.invalidate(), queries.stats.invalidate()])
      onDeleted()
    },
  })
  return (
    <ConfirmDialog
      question={copy.question}
      detail={copy.detail(fullName(message), formatDateTime(message.createdAt))}
      confirm={copy.confirm}
      isBusy={deletion.isPending}
      failure={deletion.isError ? deletionFailure("message", deletion.error) : undefined}
      onConfirm={() => deletion.mutate(message.id)}
      onCancel={onClose}
    />
  )
}
