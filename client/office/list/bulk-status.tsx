import type { ReactNode } from "react"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { takeFocus } from "#client/office/ui/take-focus.ts"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { buttons } from "#client/ui/texts.ts"
import { selection } from "./texts.ts"
import type { BulkRun } from "./use-bulk-run.ts"

interface BulkStatusProps<Action> {
  run: BulkRun<Action>
  texts: {
    progress: (done: number, total: number) => string
    undoing: (undone: number) => string
    stopped: (failure: string, changed: number, total: number) => string
    undone: (undone: number) => string
    undoneUncounted: string
    skipped: (skipped: number) => string
    undoStopped: (failure: string, undone: number, total: number) => string
  }
  /** It is shown once all rows are changed. */
  doneText: string
  isUndoable?: boolean
  /** They stand below the outcome. */
  details?: ReactNode
  onResume: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** Shows the progress of an action on many rows, its outcome and what can be done next. */
export function BulkStatus<Action>({
  run,
  texts,
  doneText,
  isUndoable = true,
  details,
  onResume,
  onUndo,
  onDismiss,
}: BulkStatusProps<Action>) {
  const { phase, changed, failed, total, remaining, failure, undone, skipped } = run
  // The server may have changed more rows than its last response has told.
  const undoTotal = Math.max(changed, undone + skipped)
  const undo = isUndoable && <BulkButton label={selection.undo} onClick={onUndo} />
  switch (phase) {
    case "changing": {
      const sent = total - remaining.length
      return <BulkProgress key={phase} text={texts.progress(sent, total)} value={sent / total} />
    }
    case "undoing":
      return (
        <BulkProgress key={phase} text={texts.undoing(undone)} value={(undone + skipped) / undoTotal || undefined} />
      )
    case "stopped":
      return (
        <BulkOutcome key={phase} tone="error" text={texts.stopped(failure, changed, total)} onDismiss={onDismiss}>
          <BulkButton label={buttons.retry} onClick={onResume} />
          {/* The rows whose response was lost may have been changed. */}
          {undo}
        </BulkOutcome>
      )
    case "changed": {
      const tone = changed === 0 && failed.length > 0 ? "error" : "success"
      return (
        <BulkOutcome
          key={`${phase} ${run.batchId}`}
          tone={tone}
          text={doneText}
          onDismiss={onDismiss}
          details={details}
        >
          {changed > 0 && undo}
        </BulkOutcome>
      )
    }
    case "undo stopped":
      return (
        <BulkOutcome
          key={phase}
          tone="error"
          text={texts.undoStopped(failure, undone, undoTotal)}
          onDismiss={onDismiss}
        >
          <BulkButton label={buttons.retry} onClick={onUndo} />
        </BulkOutcome>
      )
    case "undone": {
      const isCounted = !run.isUndoResumed || (remaining.length === 0 && undone + skipped >= changed)
      return (
        <BulkOutcome
          key={phase}
          tone="success"
          text={isCounted ? texts.undone(undone) : texts.undoneUncounted}
          onDismiss={onDismiss}
          details={isCounted && skipped > 0 && <p>{texts.skipped(skipped)}</p>}
        />
      )
    }
  }
}

interface BulkOutcomeProps {
  tone: "success" | "error"
  text: string
  details?: ReactNode
  onDismiss: () => void
  /** The buttons of the outcome. */
  children?: ReactNode
}

/** Takes the focus, since the pressed button was removed. */
function BulkOutcome({ tone, text, details, onDismiss, children }: BulkOutcomeProps) {
  return (
    <StatusMessage takesFocus tone={tone} onDismiss={onDismiss}>
      <p className="font-semibold">{text}</p>
      {details}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">{children}</div>
    </StatusMessage>
  )
}

function BulkButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn" onClick={onClick}>
      {label}
    </button>
  )
}

function BulkProgress({ text, value }: { text: string; value: number | undefined }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="sticky top-18 z-20 mb-6 grid gap-2 rounded-box border border-base-300 bg-base-100 p-4 shadow-float outline-none lg:top-4"
    >
      <p role="status" className="font-semibold">
        {text}
      </p>
      <ProgressBar label={text} value={value} />
    </div>
  )
}
