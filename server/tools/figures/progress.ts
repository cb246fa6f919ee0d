/** Prints the progress of a long run on stderr, apart from the tables. */
export function startProgress(section: string, steps: number) {
  const start = performance.now()
  let done = 0
  return {
    step(what: string) {
      const passed = performance.now() - start
      const left = done > 0 ? `, about ${clock((passed / done) * (steps - done))} left` : ""
      done += 1
      show(`${section} ${done}/${steps} (${clock(passed)}${left}): ${what}`)
    },
    end() {
      show(`${section}: ${clock(performance.now() - start)}`)
      if (process.stderr.isTTY) process.stderr.write("\n")
    },
  }
}

function show(line: string) {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}
