import { useState } from "react"
import { useApi } from "#client/api.ts"
import { errors } from "#client/copy/errors.ts"
import { failureText } from "#client/failures.ts"
import { createUuid } from "#client/uuid.ts"
import { CHANGED_MAX, type MessageAction } from "#server/contract/messages.ts"

/** One command over one message or many, sent in portions. */
export interface ChangeRun {
  phase: "changing" | "stopped" | "changed" | "undoing" | "undo stopped" | "undone"
  action: MessageAction
  /** By which the server undoes all portions. */
  batch: string
  total: number
  /** Not sent yet, or sent without an answer. */
  remaining: readonly number[]
  changed: number
  undone: number
  /** Why it stopped. */
  failure: string
}

export function useMessageChanges() {
  const { client, queries } = useApi()
  const [run, setRun] = useState<ChangeRun>()

  function refresh() {
    void queries.messages.invalidate()
    void queries.stats.invalidate()
  }

  async function change(begun: ChangeRun) {
    let current: ChangeRun = { ...begun, phase: "changing" }
    setRun(current)
    try {
      while (current.remaining.length > 0) {
        const ids = current.remaining.slice(0, CHANGED_MAX)
        const { changed } = await client.messages.change.mutate({ ids, action: current.action, batch: current.batch })
        const remaining = current.remaining.slice(CHANGED_MAX)
        current = { ...current, remaining, changed: current.changed + changed }
        setRun(current)
      }
      setRun({ ...current, phase: "changed" })
    } catch (error) {
      setRun({ ...current, phase: "stopped", failure: textOf(error) })
    }
    refresh()
  }

  async function undo(done: ChangeRun) {
    setRun({ ...done, phase: "undoing" })
    try {
      const { changed } = await client.messages.undo.mutate(done.batch)
      setRun({ ...done, phase: "undone", undone: changed })
    } catch (error) {
      setRun({ ...done, phase: "undo stopped", failure: textOf(error) })
    }
    refresh()
  }

  return {
    run,
    isBusy: run?.phase === "changing" || run?.phase === "undoing",
    start: (action: MessageAction, ids: readonly number[]) => change(newRun(action, ids)),
    resume: () => run && change(run),
    undo: () => run && undo(run),
    dismiss: () => setRun(undefined),
  }
}

function newRun(action: MessageAction, ids: readonly number[]): ChangeRun {
  const nothing = { changed: 0, undone: 0, failure: "" }
  return { phase: "changing", action, batch: createUuid(), total: ids.length, remaining: ids, ...nothing }
}

function textOf(error: unknown): string {
  return failureText(error) || errors.projects.server
}
