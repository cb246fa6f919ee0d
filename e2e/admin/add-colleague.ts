import { insertAccount } from "#server/accounts/commands.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

/** Adds another administrator, and returns the id of the account. */
export function addColleague(db: Database, username: string): Promise<number> {
  const email = `${username.toLowerCase().replaceAll(" ", ".")}@exemple.cd`
  return inTransaction(db, (trx) =>
    insertAccount(
      trx,
      { username, email, passwordHash: "", role: "admin", addressConfirmedAt: new Date().toISOString() },
      new Date(),
    ),
  )
}
