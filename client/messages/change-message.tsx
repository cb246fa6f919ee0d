import { selection } from "#client/copy/admin-lists.ts"
import { messageChanges as copy } from "#client/copy/admin-messages.ts"
import { BulkButton, BulkButtons, BulkOutcome, BulkProgress } from "#client/list/bulk-outcome.tsx"
import type { Colleague } from "#server/contract/messages.ts"
import type { MessageRun } from "./use-message-changes.ts"

interface ChangeMessageProps {
  run: MessageRun
  people: readonly Colleague[]
  onResume: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** What was done with messages, and its undoing. */
export function ChangeMessage({ run, people, onResume, onUndo, onDismiss }: ChangeMessageProps) {
  const { phase, action, changed, total, remaining, failure } = run
  switch (phase) {
    case "changing": {
      const sent = total - remaining.length
      return <BulkProgress key={phase} text={copy.progress(sent, total)} value={sent} max={total} />
    }
    case "undoing":
      return <BulkProgress key={phase} text={copy.undoing} value={undefined} max={total} />
    case "stopped":
      return (
        <BulkOutcome key={phase} tone="error" onDismiss={onDismiss}>
          <p>{copy.stopped(failure, changed, total)}</p>
          <BulkButtons>
            <BulkButton label={selection.retry} onClick={onResume} />
            {action.kind !== "read" && <BulkButton label={selection.undo} onClick={onUndo} />}
          </BulkButtons>
        </BulkOutcome>
      )
    case "changed":
      return (
        <BulkOutcome key={`${phase} ${run.batch}`} tone="success" onDismiss={onDismiss}>
          <p className="font-semibold">{copy.done(action, changed, personOf(action, people))}</p>
          {changed > 0 && action.kind !== "read" && (
            <BulkButtons>
              <BulkButton label={selection.undo} onClick={onUndo} />
            </BulkButtons>
          )}
        </BulkOutcome>
      )
    case "undo stopped":
      return (
        <BulkOutcome key={phase} tone="error" onDismiss={onDismiss}>
          <p>{copy.undoStopped(failure)}</p>
          <BulkButtons>
            <BulkButton label={selection.retry} onClick={onUndo} />
          </BulkButtons>
        </BulkOutcome>
      )
    case "undone":
      return (
        <BulkOutcome key={phase} tone="success" onDismiss={onDismiss}>
          <p className="font-semibold">{copy.undone(run.undone)}</p>
        </BulkOutcome>
      )
  }
}

function personOf(action: MessageRun["action"], people: readonly Colleague[]): string | undefined {
  return action.kind === "assignee" ? people.find(({ id }) => id === action.assignee)?.name : undefined
}
