import { useApi } from "#client/api.ts"
import { messageDeletion as copy } from "#client/copy/admin-messages.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { deletionFailure } from "#client/editing/deletion-failure.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"

interface DeleteMessageDialogProps {
  message: Message
  onDeleted: () => void
  onClose: () => void
}

export function DeleteMessageDialog({ message, onDeleted, onClose }: DeleteMessageDialogProps) {
  const { client, queries } = useApi()

  async function deleteMessage() {
    await client.messages.delete.mutate(message.id)
    await Promise.all([queries.messages.invalidate(), queries.stats.invalidate()])
    onDeleted()
  }

  return (
    <ConfirmAction
      question={copy.question}
      detail={copy.detail(fullName(message), formatDateTime(message.createdAt))}
      confirm={copy.confirm}
      action={deleteMessage}
      explain={(error) => deletionFailure("message", error)}
      onCancel={onClose}
    />
  )
}
