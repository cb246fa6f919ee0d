import type { PostgresPool, PostgresPoolClient } from "kysely"
import Pg, { type PoolConfig } from "pg"
import type { ConnectionCounts } from "#server/database/core/engine.ts"
import { isFromServer, PostgresUnreachable } from "./failure.ts"

/** pg returns count(*) and bigint as texts; ids stay below 2^53. */
const BIGINT_TYPE = 20
Pg.types.setTypeParser(BIGINT_TYPE, Number)

/** A statement that each connection parses once and then runs by its name. */
interface PreparedStatement {
  name: string
  text: string
}

interface PoolClient extends PostgresPoolClient {
  queryPrepared<Row extends Pg.QueryResultRow>(statement: PreparedStatement): Promise<{ rows: Row[] }>
}

export interface Pool extends PostgresPool {
  connect(): Promise<PoolClient>
  count(): ConnectionCounts
}

/** Creates a pool whose errors are PostgreSQL's own, or a PostgresUnreachable. */
export function createPool(url: string, config: PoolConfig): Pool {
  const pool = new Pg.Pool({ connectionString: url, keepAlive: true, application_name: "lisanga", ...config })
  // A client, in use or idle, reports a lost connection by an event; without a listener, the process would end.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  /** Kysely identifies a connection by its object, so each client keeps the same one. */
  const clients = new WeakMap<object, PoolClient>()
  return {
    async connect() {
      const client = await openClient(pool).catch(rethrow)
      const known = clients.get(client)
      if (known) return known
      let isUsable = true
      async function query(text: string, values: readonly unknown[]) {
        try {
          return await client.query(text, [...values])
        } catch (error) {
          // A statement that timed out may still run, and begin a transaction that nobody ends.
          isUsable &&= isFromServer(error)
          rethrow(error)
        }
      }
      const wrapped: PoolClient = {
        // Kysely's type allows cursors too, which nothing here uses.
        query: query as unknown as PostgresPoolClient["query"],
        queryPrepared: (statement) =>
          client.query(statement).catch((error: unknown) => {
            // The server may have lost the prepared statement, which the client would never send again.
            isUsable = false
            rethrow(error)
          }),
        release: (discard) => client.release(discard || !isUsable),
      }
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
    count: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    options: pool.options,
  }
}

/** Rejects where pg throws, as when it cannot read a file of the URL such as sslrootcert. */
async function openClient(pool: Pg.Pool): Promise<Pg.PoolClient> {
  return pool.connect()
}

export function rethrow(error: unknown): never {
  if (isFromServer(error)) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new PostgresUnreachable(message, { cause: error })
}
