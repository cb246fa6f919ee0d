import { randomUUID } from "node:crypto"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { rethrow } from "./pool.ts"
import { createClient, WAIT_MS } from "./session-lock.ts"

const POOLED =
  "DATABASE_URL : un répartiteur de connexions (PgBouncer…) se tient devant PostgreSQL et ne garde ni verrous ni limites de temps : donnez l’adresse de PostgreSQL lui-même"

/**
 * Rejects a pooler that gives each transaction any connection: locks of the session would outlive their process there,
 * and the limits of time would be lost. The operator learns of it at the start rather than by hanging pages.
 */
export async function rejectPooler(url: string): Promise<void> {
  const [one, other] = [createClient(url, "shared"), createClient(url, "shared")]
  for (const client of [one, other]) client.on("error", () => {}) // the query that waits rejects
  try {
    await Promise.all([one.connect(), other.connect()])
    const marker = randomUUID()
    const mark = `select set_config('lisanga.session', '${marker}', false), setting from pg_settings where name = 'lock_timeout'`
    const { rows } = await one.query<{ setting: string }>(mark)
    // While a transaction of the other session is open, a pooler must give this one another connection.
    await other.query("begin")
    const isPooled =
      rows[0]?.setting !== String(WAIT_MS.shared) ||
      (await readMark(other)) === marker ||
      (await readMark(one)) !== marker
    if (isPooled) throw new UnusableDatabase(POOLED)
  } catch (error) {
    // PgBouncer refuses limits of time unless it is told to ignore them.
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) {
      throw new UnusableDatabase(POOLED, { cause: error })
    }
    if (error instanceof UnusableDatabase) throw error
    rethrow(error)
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function readMark(client: ReturnType<typeof createClient>): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select current_setting('lisanga.session', true) as mark",
  )
  return rows[0]?.mark
}
