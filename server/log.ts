import { type Logger, pino } from "pino"

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">

/** Writes one JSON line per event to stdout, or to `write`; only refusals (log-refusal.ts) tell whom they concern. */
export function createLog(level: (typeof LOG_LEVELS)[number], write?: (line: string) => void): Log {
  const options = {
    level,
    messageKey: "event",
    base: null,
    timestamp: createClock(),
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.wrapErrorSerializer(describeError) },
  }
  return pino(options, write ? { write } : openStdout())
}

/** Returns the time as pino writes it. Formatting is slow, and under load many lines share a millisecond. */
function createClock() {
  let now = 0
  let field = ""
  return () => {
    if (now !== Date.now()) {
      now = Date.now()
      field = `,"time":"${new Date(now).toISOString()}"`
    }
    return field
  }
}

/** Leaves out an error's further properties, which may contain what a visitor sent. */
function describeError({ type, message, stack, code }: ReturnType<typeof pino.stdSerializers.err>) {
  return { type, message, stack, code }
}

/** While this much waits for a full disk or a reader that has stopped, further lines are dropped. */
const WAITING_BYTES_MAX = 4_000_000

/** A line waits so long for others at most. */
const FLUSH_MS = 20

/** sonic-boom's types lack this part of its mode for bytes. */
interface ByteDestination {
  write(line: string | Buffer): boolean
}

/**
 * Collects lines, so that many share one write under load; pino writes the last ones when the process exits. They are
 * bytes, since sonic-boom would measure and copy all waiting text again for each further line.
 */
function openStdout() {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    contentMode: "buffer",
    minLength: 8000,
    maxLength: WAITING_BYTES_MAX,
  })
  // The site keeps running when its log can no longer be written.
  destination.on("error", () => {})
  const bytes: ByteDestination = destination
  let isScheduled = false
  // The destination's own periodic flush would also write nothing, fifty times a second while the site is idle.
  function scheduleFlush() {
    if (isScheduled) return
    isScheduled = true
    setTimeout(flush, FLUSH_MS).unref()
  }
  function flush() {
    isScheduled = false
    destination.flush()
  }
  // A flush during a write does nothing, so that lines that came meanwhile need another.
  destination.on("write", (written) => written > 0 && scheduleFlush())
  return {
    write(line: string) {
      bytes.write(Buffer.from(line))
      scheduleFlush()
    },
  }
}
