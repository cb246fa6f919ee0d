import { useRef, useState } from "react"
import { errors } from "#client/app/failure-texts.ts"
import { failureText } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import { type BulkResult, CHANGES_MAX, type UndoResult } from "#server/contract/bulk.ts"

/** The state of one action on one row or many, which is sent in chunks. */
export interface BulkRun<Action> {
  phase: "changing" | "stopped" | "changed" | "undoing" | "undo stopped" | "undone"
  action: Action
  /** The id that all chunks share, so that the server can undo them together. */
  batchId: string
  total: number
  /** The ids that were not sent yet, or whose response was lost. */
  remaining: readonly number[]
  changed: number
  failed: BulkResult["failed"]
  undone: number
  skipped: number
  /** Whether the undo was resumed after a failure, so that the server may have undone more than it has told. */
  isUndoResumed: boolean
  /** The reason of a failure; empty if there was none. */
  failure: string
}

interface Commands<Action> {
  change: (chunk: { ids: number[]; action: Action; batchId: string }) => Promise<BulkResult>
  undo: (batchId: string) => Promise<UndoResult>
  /** It is called after a change or an undo, even one that stopped midway. */
  refresh: () => void
}

export function useBulkRun<Action>({ refresh, ...commands }: Commands<Action>) {
  const [run, setRun] = useState<BulkRun<Action>>()
  const isRunning = useRef(false)

  /** Does nothing while another change or undo is in progress, since only one can be shown and undone. */
  async function runUnlessBusy(work: () => Promise<void>) {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await work()
    } finally {
      isRunning.current = false
      refresh()
    }
  }

  async function change(begun: BulkRun<Action>) {
    let current: BulkRun<Action> = { ...begun, phase: "changing" }
    setRun(current)
    try {
      while (current.remaining.length > 0) {
        const { remaining, action, batchId } = current
        const result = await commands.change({ ids: remaining.slice(0, CHANGES_MAX), action, batchId })
        current = {
          ...current,
          remaining: remaining.slice(CHANGES_MAX),
          changed: current.changed + result.changed,
          failed: [...current.failed, ...result.failed],
        }
        setRun(current)
      }
      setRun({ ...current, phase: "changed" })
    } catch (error) {
      setRun({ ...current, phase: "stopped", failure: textOf(error) })
    }
  }

  async function undo(done: BulkRun<Action>) {
    const isUndoResumed = done.phase === "undo stopped" || done.isUndoResumed
    let current: BulkRun<Action> = { ...done, phase: "undoing", isUndoResumed }
    setRun(current)
    try {
      let more = true
      while (more) {
        const result = await commands.undo(current.batchId)
        more = result.more
        current = { ...current, undone: current.undone + result.undone, skipped: current.skipped + result.skipped }
        setRun(current)
      }
      setRun({ ...current, phase: "undone" })
    } catch (error) {
      setRun({ ...current, phase: "undo stopped", failure: textOf(error) })
    }
  }

  return {
    run,
    isBusy: run?.phase === "changing" || run?.phase === "undoing",
    start: (action: Action, ids: readonly number[]) => runUnlessBusy(() => change(newRun(action, ids))),
    resume: () => run && runUnlessBusy(() => change(run)),
    undo: () => run && runUnlessBusy(() => undo(run)),
    /** Does nothing while a change or an undo is in progress. */
    dismiss() {
      if (!isRunning.current) setRun(undefined)
    },
  }
}

function newRun<Action>(action: Action, ids: readonly number[]): BulkRun<Action> {
  const nothing = { changed: 0, failed: [], undone: 0, skipped: 0, isUndoResumed: false, failure: "" }
  return { phase: "changing", action, batchId: createUuid(), total: ids.length, remaining: ids, ...nothing }
}

/** Returns the error's text without its capital, since it stands inside a sentence. */
function textOf(error: unknown): string {
  const text = failureText(error) || errors.projects.server
  return text.charAt(0).toLowerCase() + text.slice(1)
}
