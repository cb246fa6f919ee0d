import { useState } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Panel } from "#client/office/ui/panel.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { DAY_MS } from "#server/contract/durations.ts"
import { ERASURE_DAYS } from "#server/contract/erasures.ts"
import type { Erasure } from "#server/contract/messages.ts"
import { erasures as texts } from "./texts.ts"
import { useErasureUndo } from "./use-erasure-undo.ts"

/** Lists the erasures of people that can still be undone. */
export function Erasures({ erasures }: { erasures: readonly Erasure[] }) {
  const [restored, setRestored] = useState<number>()
  const restoration = useErasureUndo(setRestored)
  const { mutate, variables, isPending, error } = restoration
  return (
    <>
      {restored !== undefined && (
        <StatusMessage tone="success" onDismiss={() => setRestored(undefined)}>
          {texts.restored(restored)}
        </StatusMessage>
      )}
      {error && <StatusMessage tone="error">{loadingFailure(texts.restorationFailed, error)}</StatusMessage>}
      {erasures.length > 0 && (
        <div className="mb-6">
          <Panel title={texts.title}>
            <p className="mb-3 text-base-content/75">{texts.days}</p>
            <ul className="grid gap-3">
              {erasures.map(({ batchId, at, by, ...erasure }) => (
                <li key={batchId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="min-w-0">
                    {texts.lead(erasure)}
                    <span className="block text-sm text-base-content/75">
                      {texts.by(by, formatDateTime(at), formatDateTime(endOf(at)))}
                    </span>
                  </p>
                  <BusyButton
                    isBusy={isPending && variables === batchId}
                    className="btn btn-outline"
                    onClick={() => mutate(batchId)}
                  >
                    {texts.undo}
                    <span className="sr-only">{texts.undoOf(erasure.name)}</span>
                  </BusyButton>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </>
  )
}

function endOf(at: string): string {
  return new Date(Date.parse(at) + ERASURE_DAYS * DAY_MS).toISOString()
}
