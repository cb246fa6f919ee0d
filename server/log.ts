export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

type Facts = Record<string, string | number | boolean | null | undefined>

export interface Log {
  debug(event: string, facts?: Facts): void
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

/** One JSON line an event; nothing in it names a person. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const threshold = LOG_LEVELS.indexOf(level)
  const time = clock()
  function at(rank: LogLevel) {
    if (LOG_LEVELS.indexOf(rank) < threshold) return () => {}
    return (event: string, facts: Facts = {}) =>
      write(`${JSON.stringify({ time: time(), level: rank, event, ...facts })}\n`)
  }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}

/** The moment in ISO 8601; under load, many requests share a millisecond. */
function clock() {
  let written = { at: 0, text: "" }
  return () => {
    const at = Date.now()
    if (at !== written.at) written = { at, text: new Date(at).toISOString() }
    return written.text
  }
}

const GATHER_MS = 20

/**
 * Writes lines together, in their order, some moments after the first, and what is left as the program ends. Whoever
 * reads them may go away: the site goes on without.
 */
export function writeTogether(stream: NodeJS.WriteStream): (line: string) => void {
  let waiting = ""
  function flush() {
    if (waiting !== "") stream.write(waiting)
    waiting = ""
  }
  stream.on("error", () => {})
  process.on("exit", flush)
  return (line) => {
    if (waiting === "") setTimeout(flush, GATHER_MS)
    waiting += line
  }
}

/** What a log line says of a failure: its kind and where it arose, for the reader of the log alone. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
