import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino"

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "child">

/** Writes one JSON line per event to stdout, or to `write`; only refusals (log-refusal.ts) tell whom they concern. */
export function createLog(level: (typeof LOG_LEVELS)[number], write?: (line: string) => void): Log {
  const options = {
    level,
    messageKey: "event",
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.wrapErrorSerializer(describeError) },
  }
  return pino(options, write ? { write } : openStdout())
}

/** Leaves out an error's further properties, which may contain what a visitor sent. */
function describeError({ type, message, stack, code }: ReturnType<typeof stdSerializers.err>) {
  return { type, message, stack, code }
}

/** While this much waits for a full disk or a reader that has stopped, further lines are dropped. */
const WAITING_BYTES_MAX = 4_000_000

function openStdout() {
  const stdout = destination({ dest: 1, sync: false, maxLength: WAITING_BYTES_MAX })
  // The site keeps running when its log can no longer be written.
  return stdout.on("error", () => {})
}
