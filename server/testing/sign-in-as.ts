import { insertAccount } from "#server/accounts/commands.ts"
import { createSession } from "#server/accounts/sessions.ts"
import type { Role } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

let made = 0

/** Stores an account with a session; returns the headers that its browser sends. */
export async function signInAs({ db }: { db: Database }, role: Role): Promise<{ Cookie: string }> {
  made += 1
  const account = { username: `${role} ${made}`, email: `${role}-${made}@exemple.cd`, passwordHash: "", role }
  const session = await inTransaction(db, async (trx) => {
    const id = await insertAccount(trx, account, new Date())
    return createSession(trx, id)
  })
  return { Cookie: `session=${session}` }
}
