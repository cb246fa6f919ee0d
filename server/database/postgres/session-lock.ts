import Pg from "pg"
import type { Lock, LockKind } from "#server/database/core/engine.ts"
import { rethrow } from "./pool.ts"

/** Any number but those of the other locks will do, but it must be the same in every instance. */
const SITE_LOCK = 7263

/** A start waits for a command that only checks whether the lock is free, a command for the process that has just ended. */
export const WAIT_MS = { shared: 5000, exclusive: 500 }

const RECONNECT_MS = 1000

/** The connection is idle for days, and a machine that has vanished must not hold its lock for hours. */
const settings =
  "set idle_session_timeout = 0; set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3"

/**
 * Locks the whole database by a separate connection, since PostgreSQL's session locks end with their connection; a
 * broken connection is replaced. Fails as locked while another process has a conflicting lock.
 */
export async function lockDatabase(url: string, kind: LockKind): Promise<Lock> {
  let isReleased = false
  let client = await open()

  async function open(): Promise<Pg.Client> {
    const opened = await connectLocked(url, kind)
    opened.once("end", reopen)
    return opened
  }

  function reopen() {
    if (isReleased) return
    const timer = setTimeout(async () => {
      try {
        client = await open()
        if (isReleased) await client.end()
      } catch {
        reopen()
      }
    }, RECONNECT_MS)
    timer.unref()
  }

  return {
    async release() {
      isReleased = true
      await client.end()
    },
  }
}

async function connectLocked(url: string, kind: LockKind): Promise<Pg.Client> {
  const client = createClient(url, kind)
  client.on("error", () => {}) // "end" follows
  try {
    await client.connect()
    const lock = kind === "shared" ? "pg_advisory_lock_shared" : "pg_advisory_lock"
    await client.query(`${settings}; select ${lock}(${SITE_LOCK})`)
    return client
  } catch (error) {
    await client.end()
    return rethrow(error)
  }
}

export function createClient(url: string, kind: LockKind): Pg.Client {
  try {
    return new Pg.Client({
      connectionString: url,
      application_name: "lisanga",
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      lock_timeout: WAIT_MS[kind],
    })
  } catch (error) {
    // pg could not read a file of the URL, such as sslrootcert.
    return rethrow(error)
  }
}
