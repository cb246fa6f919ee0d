import { AsyncLocalStorage } from "node:async_hooks"

/** What runs in a transaction, and what it has started that goes on after the end. */
const scope = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of a transaction, in which all queries must use its own handle. */
export function runInTransactionScope<Result>(work: () => Promise<Result>): Promise<Result> {
  const transaction = { isOpen: true }
  return scope.run(transaction, work).finally(() => {
    transaction.isOpen = false
  })
}

/** Throws where a query would wait for the end of its own transaction, or see what that has not changed yet. */
export function rejectInTransactionScope(): void {
  if (scope.getStore()?.isOpen) throw new Error("A query in a transaction must use the transaction's handle")
}
