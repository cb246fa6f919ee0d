import type { Progress } from "#server/database/progress.ts"

/** Shows the progress of a task from the first call of `advance`, which throws once the command is interrupted. */
export type ShowProgress = (label: string, total: number) => Progress

/** A stream of the process, or a test's. */
export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

const LINE_EVERY_MS = 10_000

/**
 * Prints percentages: on a terminal it rewrites one line; elsewhere it prints a line per quarter, and at least one
 * every ten seconds.
 */
export function progressOn(output: Output, stop: AbortSignal, now = () => performance.now()): ShowProgress {
  const step = output.isTTY ? 0.1 : 25
  return (label, total) => {
    let done = 0
    let shown = -1
    let shownAt = 0

    function show(percent: number) {
      shown = percent
      shownAt = now()
      const text = percent.toLocaleString("fr", { minimumFractionDigits: output.isTTY && percent < 100 ? 1 : 0 })
      output.write(`${label} : ${text} %${output.isTTY && percent < 100 ? "\r" : "\n"}`)
    }

    function advance(more: number) {
      stop.throwIfAborted()
      done += more
      const percent = total > 0 ? Math.min(100, (100 * done) / total) : 100
      const reached = step * Math.floor(percent / step)
      if (reached > shown) show(reached)
      else if (!output.isTTY && now() - shownAt > LINE_EVERY_MS && percent < 100) show(Math.floor(percent))
    }

    return { advance }
  }
}
