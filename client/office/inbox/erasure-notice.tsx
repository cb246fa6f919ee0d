import { UndoButton } from "#client/office/list/undo-button.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import type { ErasedPerson } from "#server/contract/messages.ts"
import { erasures as texts } from "./texts.ts"
import { useErasureUndo } from "./use-erasure-undo.ts"

export type Erased = Pick<ErasedPerson, "requests" | "pictures"> & { batchId: string }

/** Confirms the erasure of a person, and undoes it. */
export function ErasureNotice({ erasure, onRestored }: { erasure: Erased; onRestored: (requests: number) => void }) {
  const restoration = useErasureUndo(onRestored)
  return (
    <StatusMessage tone="success">
      {texts.done(erasure)}
      <UndoButton
        restoration={restoration}
        onUndo={() => restoration.mutate(erasure.batchId)}
        failurePrefix={texts.restorationFailed}
      />
    </StatusMessage>
  )
}
