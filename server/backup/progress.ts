/** Starts to show the progress of a task over a number of bytes; `advance` throws once the command is interrupted. */
export type ShowProgress = (label: string, total: number) => { advance(bytes: number): void }

/** Prints percentages: one line that is rewritten on a terminal, a line per quarter elsewhere. */
export function progressOn(output: { isTTY?: boolean; write(text: string): unknown }, stop: AbortSignal): ShowProgress {
  return (label, total) => {
    const step = output.isTTY ? 1 : 25
    let done = 0
    let shown = -step
    return {
      advance(bytes) {
        stop.throwIfAborted()
        done += bytes
        const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 100
        if (percent < shown + step) return
        shown = percent - (percent % step)
        output.write(`${label} : ${shown} %${output.isTTY && shown < 100 ? "\r" : "\n"}`)
      },
    }
  }
}
