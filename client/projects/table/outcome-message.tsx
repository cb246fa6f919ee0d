import { StatusMessage } from "#client/ui/status-message.tsx"
import { DeletedMessage, RestoredMessage } from "./deleted-message.tsx"
import type { Outcome } from "./use-project-table.ts"

export function OutcomeMessage({ outcome, onDismiss }: { outcome: Outcome; onDismiss: () => void }) {
  switch (outcome.kind) {
    case "deleted":
      return <DeletedMessage project={outcome.project} onDismiss={onDismiss} />
    case "restored":
      return <RestoredMessage name={outcome.name} onDismiss={onDismiss} />
    case "failed":
      return (
        <StatusMessage tone="error" title={outcome.failure.title} onDismiss={onDismiss}>
          {outcome.failure.text}
        </StatusMessage>
      )
  }
}
