import type { ReactNode } from "react"
import { loadingFailure } from "#client/app/failures.ts"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { selection } from "./texts.ts"

interface UndoButtonProps {
  restoration: { isPending: boolean; error: unknown }
  onUndo: () => void
  /** It precedes the reason of a failure. */
  failurePrefix: string
  /** They stand beside the button. */
  children?: ReactNode
}

/** The undo button of a notice, and why undoing failed. */
export function UndoButton({ restoration, onUndo, failurePrefix, children }: UndoButtonProps) {
  const { isPending, error } = restoration
  return (
    <>
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <BusyButton isBusy={isPending} className="btn" onClick={onUndo}>
          {selection.undo}
        </BusyButton>
        {children}
      </span>
      {error !== null && (
        <span role="alert" className="mt-2 block font-semibold">
          {loadingFailure(failurePrefix, error)}
        </span>
      )}
    </>
  )
}
