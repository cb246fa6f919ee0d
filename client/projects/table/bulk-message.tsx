import { Link } from "@tanstack/react-router"
import { selection } from "#client/copy/admin-lists.ts"
import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { BulkButton, BulkButtons, BulkOutcome, BulkProgress } from "#client/list/bulk-outcome.tsx"
import type { ProjectRun } from "./use-bulk-change.ts"

interface BulkMessageProps {
  run: ProjectRun
  onResume: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** How far work on many projects is, what it did and what can be done next. */
export function BulkMessage({ run, onResume, onUndo, onDismiss }: BulkMessageProps) {
  const { phase, action, changed, failed, total, remaining, failure } = run
  switch (phase) {
    case "changing":
      return (
        <BulkProgress
          key={phase}
          text={copy.progress(total - remaining.length, total)}
          value={total - remaining.length}
          max={total}
        />
      )
    case "undoing":
      return <BulkProgress key={phase} text={copy.undoing(run.undone)} value={run.undone + run.skipped} max={total} />
    case "stopped":
      return (
        <BulkOutcome key={phase} tone="error" onDismiss={onDismiss}>
          <p>{copy.stopped(failure, changed, total)}</p>
          <BulkButtons>
            <BulkButton label={selection.retry} onClick={onResume} />
            <BulkButton label={selection.undo} onClick={onUndo} />
          </BulkButtons>
        </BulkOutcome>
      )
    case "changed":
      return (
        <BulkOutcome key={phase} tone={changed === 0 && failed.length > 0 ? "error" : "success"} onDismiss={onDismiss}>
          <p className="font-semibold">{copy.done(action, changed)}</p>
          {changed === 0 && failed.length === 0 && <p>{copy.unchanged}</p>}
          <Failures failed={failed} />
          {changed > 0 && (
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
          {run.skipped > 0 && <p>{copy.skipped(run.skipped)}</p>}
        </BulkOutcome>
      )
  }
}

function Failures({ failed }: Pick<ProjectRun, "failed">) {
  if (failed.length === 0) return null
  return (
    <div className="mt-1">
      <p>{copy.failed(failed.length)}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {failed.slice(0, copy.failuresShown).map(({ id, name, reason }) => (
          <li key={id}>
            <Link
              to="/admin/project-edit/{-$id}"
              params={{ id: String(id) }}
              className="block min-h-11 content-center leading-5 font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
            <p className="text-sm">{reason}</p>
          </li>
        ))}
        {failed.length > copy.failuresShown && <li>{copy.otherFailures(failed.length)}</li>}
      </ul>
    </div>
  )
}
