import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { StatusMessage } from "#client/ui/status-message.tsx"
import type { BulkRun } from "./use-bulk-change.ts"

interface BulkMessageProps {
  run: BulkRun
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
        <Progress
          key={phase}
          text={copy.progress(total - remaining.length, total)}
          value={total - remaining.length}
          max={total}
        />
      )
    case "undoing":
      return <Progress key={phase} text={copy.undoing(run.undone)} value={run.undone + run.skipped} max={total} />
    case "stopped":
      return (
        <Outcome key={phase} tone="error" onDismiss={onDismiss}>
          <p>{copy.stopped(failure, changed, total)}</p>
          <Buttons>
            <Button label={copy.retry} onClick={onResume} />
            <Button label={copy.undo} onClick={onUndo} />
          </Buttons>
        </Outcome>
      )
    case "changed":
      return (
        <Outcome key={phase} tone={changed === 0 && failed.length > 0 ? "error" : "success"} onDismiss={onDismiss}>
          <p className="font-semibold">{copy.done(action, changed)}</p>
          {changed === 0 && failed.length === 0 && <p>{copy.unchanged}</p>}
          <Failures failed={failed} />
          {changed > 0 && (
            <Buttons>
              <Button label={copy.undo} onClick={onUndo} />
            </Buttons>
          )}
        </Outcome>
      )
    case "undo stopped":
      return (
        <Outcome key={phase} tone="error" onDismiss={onDismiss}>
          <p>{copy.undoStopped(failure)}</p>
          <Buttons>
            <Button label={copy.retry} onClick={onUndo} />
          </Buttons>
        </Outcome>
      )
    case "undone":
      return (
        <Outcome key={phase} tone="success" onDismiss={onDismiss}>
          <p className="font-semibold">{copy.undone(run.undone)}</p>
          {run.skipped > 0 && <p>{copy.skipped(run.skipped)}</p>}
        </Outcome>
      )
  }
}

interface OutcomeProps {
  tone: "success" | "error"
  onDismiss: () => void
  children: ReactNode
}

function Outcome({ children, ...props }: OutcomeProps) {
  return (
    <StatusMessage takesFocus {...props}>
      {children}
    </StatusMessage>
  )
}

function Failures({ failed }: Pick<BulkRun, "failed">) {
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

function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-2">{children}</div>
}

function Button({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="btn" onClick={onClick}>
      {label}
    </button>
  )
}

function Progress({ text, value, max }: { text: string; value: number; max: number }) {
  return (
    <div
      ref={focus}
      tabIndex={-1}
      className="sticky top-18 z-20 mb-6 grid gap-2 rounded-box border border-base-300 bg-base-100 p-4 shadow-float outline-none lg:top-4"
    >
      <p role="status" className="font-semibold">
        {text}
      </p>
      <progress aria-label={text} value={value} max={max} className="h-2 w-full accent-primary" />
    </div>
  )
}

/** The pressed button has gone. */
function focus(element: HTMLElement | null) {
  element?.focus()
}
