import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { requestActions as texts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

/** Reports the outcome of the last action, and undoes it. */
export function RequestOutcomeMessage({ changes }: { changes: RequestChanges }) {
  const { outcome, isBusy, undo, dismiss } = changes
  if (!outcome) return null
  const { tone, text, batch } = outcome
  return (
    <StatusMessage key={`${batch} ${text}`} tone={tone} onDismiss={dismiss}>
      {text}
      {batch && (
        <span className="mt-2 block">
          <BusyButton isBusy={isBusy} className="btn" onClick={() => undo(batch)}>
            {texts.undo}
          </BusyButton>
        </span>
      )}
    </StatusMessage>
  )
}
