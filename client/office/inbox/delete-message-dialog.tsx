import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { deletionFailure, settleDeletion } from "#client/office/editing/deletion.ts"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"
import { refreshMessages } from "./refresh-messages.ts"
import { messageDeletion as texts } from "./texts.ts"

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
      question={texts.question}
      detail={texts.detail(fullName(message), formatDateTime(message.createdAt))}
      confirm={texts.confirm}
      action={deleteMessage}
      explain={(error) => deletionFailure("message", error)}
      onCancel={onClose}
    />
  )
}
