import { insertAccount } from "#server/accounts/commands.ts"
import { createSession } from "#server/accounts/sessions.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

let made = 0

/** Stores an account with a session; returns the headers that its browser sends. */
export async function signInAs(
  { db, now = () => new Date() }: { db: Database; now?: () => Date },
  role: Role,
): Promise<{ Cookie: string }> {
  made += 1
  const names = { username: `${role} ${made}`, email: `${role}-${made}@exemple.cd` }
  const account = { ...names, passwordHash: "", role, addressConfirmedAt: now().toISOString() }
  const session = await inTransaction(db, async (trx) => {
    const id = await insertAccount(trx, account, now())
    return createSession(trx, id, { now })
  })
  return { Cookie: `session=${session}` }
}
