import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/api.ts"
import { messageDeletion as copy } from "#client/copy/admin-messages.ts"
import { UndoDeletion } from "#client/list/undo-deletion.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { createUuid } from "#client/uuid.ts"
import type { Message } from "#server/contract/messages.ts"
import { fullName } from "./full-name.ts"
import { refreshMessages } from "./refresh-messages.ts"

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
        {copy.restored(name)}
      </StatusMessage>
    )
  }
  return (
    <StatusMessage tone="success" onDismiss={onDismiss}>
      {copy.done(name)}
      <UndoDeletion
        restoration={restoration}
        onUndo={() => restoration.mutate({ ids: [message.id], action: { kind: "restore" }, batch: createUuid() })}
        failurePrefix={copy.restorationFailed}
      />
    </StatusMessage>
  )
}
