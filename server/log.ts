import { type Logger, pino } from "pino"

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">

/** One JSON line an event, on stdout unless `write` is given; nothing in it names a person. */
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

/** The time as pino inserts it into a line. Under load many lines share a millisecond, and formatting is slow. */
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

/** An error's further properties may hold what a visitor sent. */
function describeError({ type, message, stack, code }: ReturnType<typeof pino.stdSerializers.err>) {
  return { type, message, stack, code }
}

/** Further lines are dropped while so much waits for a full disk or a reader that has stopped. */
const WAITING_BYTES_MAX = 4_000_000

/** What sonic-boom's types lack of its mode for bytes. */
interface ByteDestination {
  write(line: string | Buffer): boolean
}

/**
 * Under load many lines share one write; pino writes the last ones when the process exits. The lines are bytes, since
 * sonic-boom would measure and copy all waiting text again for each further line.
 */
function openStdout() {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    contentMode: "buffer",
    minLength: 8000,
    maxLength: WAITING_BYTES_MAX,
    periodicFlush: 20,
  })
  // The site keeps running when its log can no longer be written.
  destination.on("error", () => {})
  const bytes: ByteDestination = destination
  return { write: (line: string) => bytes.write(Buffer.from(line)) }
}
