import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { createUuid } from "#client/app/uuid.ts"
import { UndoButton } from "#client/office/list/undo-button.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"
import { refreshMessages } from "./refresh-messages.ts"
import { messageDeletion as texts } from "./texts.ts"

/** Confirms a deletion, and undoes it. */
export function DeletedMessageNotice({ message, onDismiss }: { message: Message; onDismiss: () => void }) {
  const { client, queries } = useApi()
  const restoration = useMutation({
    ...mutationOf(client.messages.change.mutate),
    onSuccess: () => void refreshMessages(queries),
  })
  const name = fullName(message)
  if (restoration.isSuccess) {
    return (
      <StatusMessage key="restored" tone="success" onDismiss={onDismiss}>
        {texts.restored(name)}
      </StatusMessage>
    )
  }
  return (
    <StatusMessage tone="success" onDismiss={onDismiss}>
      {texts.done(name)}
      <UndoButton
        restoration={restoration}
        onUndo={() => restoration.mutate({ ids: [message.id], action: { kind: "restore" }, batchId: createUuid() })}
        failurePrefix={texts.restorationFailed}
      />
    </StatusMessage>
  )
}
