import { useApi } from "#client/api.ts"
import { messageDeletion as copy } from "#client/copy/admin-messages.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { deletionFailure, settleDeletion } from "#client/editing/deletion.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"
import { refreshMessages } from "./refresh-messages.ts"

interface DeleteMessageDialogProps {
  message: Message
  onDeleted: () => void
  onClose: () => void
}

export function DeleteMessageDialog({ message, onDeleted, onClose }: DeleteMessageDialogProps) {
  const { client, queries } = useApi()

  async function deleteMessage(isRepeated: boolean) {
    try {
      await settleDeletion(client.messages.delete.mutate(message.id), isRepeated)
    } finally {
      await refreshMessages(queries)
    }
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
