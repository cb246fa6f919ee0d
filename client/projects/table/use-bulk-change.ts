import { useState } from "react"
import { useApi } from "#client/api.ts"
import { errors } from "#client/copy/errors.ts"
import { failureText } from "#client/failures.ts"
import { createUuid } from "#client/uuid.ts"
import { type BulkAction, type BulkResult, CHANGES_MAX } from "#server/contract/projects.ts"

/** One command over many projects, sent in portions. */
export interface BulkRun {
  phase: "changing" | "stopped" | "changed" | "undoing" | "undo stopped" | "undone"
  action: BulkAction
  /** By which the server undoes all portions. */
  batch: string
  total: number
  /** Not sent yet, or sent without an answer. */
  remaining: readonly number[]
  changed: number
  failed: BulkResult["failed"]
  undone: number
  skipped: number
  /** Why it stopped. */
  failure: string
}

export function useBulkChange() {
  const { client, queries } = useApi()
  const [run, setRun] = useState<BulkRun>()

  function refresh() {
    void queries.projects.invalidate()
    void queries.stats.invalidate()
  }

  async function change(begun: BulkRun) {
    let current: BulkRun = { ...begun, phase: "changing" }
    setRun(current)
    try {
      while (current.remaining.length > 0) {
        const ids = current.remaining.slice(0, CHANGES_MAX)
        const { batch, action } = current
        const result = await client.projects.change.mutate({ ids, batch, action })
        current = withPortion(current, result)
        setRun(current)
      }
      setRun({ ...current, phase: "changed" })
    } catch (error) {
      setRun({ ...current, phase: "stopped", failure: textOf(error) })
    }
    refresh()
  }

  async function undo(done: BulkRun) {
    let current: BulkRun = { ...done, phase: "undoing" }
    setRun(current)
    try {
      let more = true
      while (more) {
        const result = await client.projects.undo.mutate(current.batch)
        more = result.more
        current = { ...current, undone: current.undone + result.undone, skipped: current.skipped + result.skipped }
        setRun(current)
      }
      setRun({ ...current, phase: "undone" })
    } catch (error) {
      setRun({ ...current, phase: "undo stopped", failure: textOf(error) })
    }
    refresh()
  }

  return {
    run,
    isBusy: run?.phase === "changing" || run?.phase === "undoing",
    start: (action: BulkAction, ids: readonly number[]) => change(newRun(action, ids)),
    resume: () => run && change(run),
    undo: () => run && undo(run),
    dismiss: () => setRun(undefined),
  }
}

/** The lowest row first: of what is published now, the later one stands above. */
function newRun(action: BulkAction, ids: readonly number[]): BulkRun {
  const nothing = { changed: 0, failed: [], undone: 0, skipped: 0, failure: "" }
  return { phase: "changing", action, batch: createUuid(), total: ids.length, remaining: ids.toReversed(), ...nothing }
}

function withPortion(run: BulkRun, { changed, failed }: BulkResult): BulkRun {
  return {
    ...run,
    remaining: run.remaining.slice(CHANGES_MAX),
    changed: run.changed + changed,
    failed: [...run.failed, ...failed],
  }
}

function textOf(error: unknown): string {
  return failureText(error) || errors.projects.server
}
