/** Starts a piece of work of so many bytes; `advance` throws when the command is to stop. */
export type ShowProgress = (label: string, total: number) => { advance(bytes: number): void }

/** Percents: on a terminal in one line, elsewhere a line a quarter. */
export function progressOn(output: { isTTY?: boolean; write(text: string): unknown }, stop: AbortSignal): ShowProgress {
  return (label, total) => {
    const step = output.isTTY ? 1 : 25
    let done = 0
    let shown = -step
    return {
      advance(bytes) {
        stop.throwIfAborted()
        done += bytes
        const percent = total > 0 ? Math.floor((100 * done) / total) : 100
        if (percent < shown + step) return
        shown = percent - (percent % step)
        // Whatever is written next stands in the line's place.
        output.write(`${label} : ${shown} %${output.isTTY && shown < 100 ? "\r" : "\n"}`)
      },
    }
  }
}
