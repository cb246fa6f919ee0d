import { AsyncLocalStorage } from "node:async_hooks"
import type { DialectAdapter } from "kysely"

interface OpenTransaction {
  /** The adapter of a database, of which each has one. */
  database: DialectAdapter
  isOpen: boolean
}

/** What runs in a transaction, and what it has started that goes on after the end. */
const scope = new AsyncLocalStorage<OpenTransaction>()

/** Runs the work of a transaction, in which all queries of its database must use its own handle. */
export function runInTransactionScope<Result>(database: DialectAdapter, work: () => Promise<Result>): Promise<Result> {
  const transaction = { database, isOpen: true }
  return scope.run(transaction, work).finally(() => {
    transaction.isOpen = false
  })
}

/** Throws where a query would wait for the end of its own transaction, or see what that has not changed yet. */
export function rejectInTransactionScope(database: DialectAdapter): void {
  const transaction = scope.getStore()
  if (transaction?.isOpen && transaction.database === database)
    throw new Error("A query in a transaction must use the transaction's handle")
}
