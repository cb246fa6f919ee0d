import { BulkStatus } from "#client/office/list/bulk-status.tsx"
import type { Colleague } from "#server/contract/messages.ts"
import { messageChanges as texts } from "./texts.ts"
import type { MessageRun } from "./use-message-changes.ts"

interface InboxBulkStatusProps {
  run: MessageRun
  colleagues: readonly Colleague[]
  onResume: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** Reports the outcome of a change of messages, and undoes it. */
export function InboxBulkStatus({ colleagues, ...props }: InboxBulkStatusProps) {
  const { action, changed } = props.run
  const person = action.kind === "assignee" ? colleagues.find(({ id }) => id === action.assignee)?.name : undefined
  return (
    <BulkStatus
      {...props}
      texts={texts}
      doneText={texts.done(action, changed, person)}
      isUndoable={action.kind !== "read"}
    />
  )
}
