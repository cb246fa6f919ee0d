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
  function at(rank: LogLevel) {
    if (LOG_LEVELS.indexOf(rank) < threshold) return () => {}
    return (event: string, facts: Facts = {}) =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level: rank, event, ...facts })}\n`)
  }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}

/** What a log line says of a failure: its kind and where it arose, for the reader of the log alone. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
