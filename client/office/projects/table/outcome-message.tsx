import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { DeletedProjectNotice, RestoredProjectNotice } from "./deleted-project-notice.tsx"
import type { TableOutcome } from "./use-project-table.ts"

export function TableOutcomeMessage({ outcome, onDismiss }: { outcome: TableOutcome; onDismiss: () => void }) {
  switch (outcome.kind) {
    case "deleted":
      return <DeletedProjectNotice key={outcome.project.id} project={outcome.project} onDismiss={onDismiss} />
    case "restored":
      return <RestoredProjectNotice name={outcome.name} onDismiss={onDismiss} />
    case "failed":
      return (
        <StatusMessage tone="error" title={outcome.failure.title} onDismiss={onDismiss}>
          {outcome.failure.text}
        </StatusMessage>
      )
  }
}
