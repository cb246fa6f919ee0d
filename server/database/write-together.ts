import { sql } from "kysely"
import { type Database, inTransaction, type Transaction } from "./transaction.ts"

/** How long a write waits for others to share its commit, which is one wait for the disk. */
const GATHER_MS = 2

interface Waiting {
  work: (trx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const gathering = new WeakMap<Database, Waiting[]>()

/**
 * For small writes that come in crowds: those of two milliseconds share one transaction. Each is whole or not at all,
 * fails without the others, and is told of only when it is on the disk.
 */
export function writeTogether<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const waiting: Waiting = { work, resolve: resolve as Waiting["resolve"], reject }
    const group = gathering.get(db)
    if (group) return group.push(waiting)
    const first = [waiting]
    gathering.set(db, first)
    setTimeout(() => {
      gathering.delete(db)
      void commit(db, first)
    }, GATHER_MS)
  })
}

async function commit(db: Database, group: readonly Waiting[]): Promise<void> {
  try {
    const tellAll = await inTransaction(db, async (trx) => {
      const told: (() => void)[] = []
      for (const one of group) told.push(await attempt(trx, one))
      return told
    })
    for (const tell of tellAll) tell()
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}

/** Answers what to tell once all are on the disk; throws where the failure took the whole transaction with it. */
async function attempt(trx: Transaction, { work, resolve, reject }: Waiting): Promise<() => void> {
  const part = await beginPart(trx)
  try {
    const value = await work(trx)
    await part.keep()
    return () => resolve(value)
  } catch (error) {
    await part.undo().catch(() => {
      throw error
    })
    return () => reject(error)
  }
}

/** A savepoint, as every SQL database has them: a part of a transaction that can be undone alone. */
async function beginPart(trx: Transaction) {
  await sql`savepoint part`.execute(trx)
  const keep = () => sql`release savepoint part`.execute(trx)
  return {
    keep,
    async undo() {
      await sql`rollback to savepoint part`.execute(trx)
      await keep()
    },
  }
}
