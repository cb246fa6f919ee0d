import type { Server } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "#server/database/core/database.ts"

/** After this time a graceful shutdown answers 503 to the requests that have no response. */
const STOP_TIMEOUT_MS = 6_000

/** Clients have this time to take that answer; 8 s after the signal, connections are cut. */
const REJECTION_MS = 500

/** In this time the requests that were cut delete their temporary files. */
const CLEAN_UP_MS = 300

/** The database has this long to close, since a silent one never does. */
const CLOSE_TIMEOUT_MS = 1_000

/** The third Ctrl+C ends the process at once. It is the fifth signal, since npm repeats the two before it. */
const FORCE_EXIT_INTERRUPTS = 5

/** An instance that is no longer ready answers for this time, in which a balancer asks twice, every 700 ms. */
const UNREADY_MS = 1_500

/** Whoever stops the server waits for longer before they kill it. */
export const SHUTDOWN_MAX_MS = UNREADY_MS + STOP_TIMEOUT_MS + REJECTION_MS + CLEAN_UP_MS + CLOSE_TIMEOUT_MS

interface Running {
  server: Server
  db: Database
  readiness: Readiness
  connections: { stop(): Promise<void>; rejectPending(): void }
  services: ({ stop(): Promise<void> } | undefined)[]
}

interface Readiness {
  isStopping: boolean
}

/** Shuts down gracefully once, however often the signals come, since npm repeats those that its process group got. */
export function shutdownOnSignal(running: Running): void {
  let isStopping = false
  let interrupts = 0
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (signal === "SIGINT") interrupts += 1
      if (interrupts >= FORCE_EXIT_INTERRUPTS) process.exit(130)
      if (!isStopping) void stop(running)
      isStopping = true
    })
  }
}

async function stop({ server, db, readiness, connections, services }: Running) {
  readiness.isStopping = true
  await pause(UNREADY_MS)
  const stopped = Promise.all([connections, ...services].map((service) => service?.stop()))
  const isInTime = await Promise.race([stopped.then(() => true), pause(STOP_TIMEOUT_MS, false)])
  if (!isInTime) {
    connections.rejectPending()
    await pause(REJECTION_MS)
    server.closeAllConnections()
    await pause(CLEAN_UP_MS)
  }
  await Promise.race([db.destroy().catch(() => undefined), pause(CLOSE_TIMEOUT_MS)])
  process.exit(0)
}
