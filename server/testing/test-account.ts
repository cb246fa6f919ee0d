import { insertAccount } from "#server/accounts/commands.ts"
import { hashPassword } from "#server/accounts/passwords.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

export const TEST_PASSWORD = "neuf planches d’iroko"

let made = 0
let hash: Promise<string> | undefined

interface GivenAccount {
  username: string
  email: string
  role: Role
}

/** Stores an account with default fields and TEST_PASSWORD. */
export async function createTestAccount(
  db: Database,
  given: Partial<GivenAccount> = {},
): Promise<GivenAccount & { id: number }> {
  made += 1
  // Hashing is slow, so it is done once per process.
  hash ??= hashPassword(TEST_PASSWORD)
  const account: GivenAccount = {
    username: `Compte ${made}`,
    email: `compte-${made}@exemple.cd`,
    role: "user",
    ...given,
  }
  const row = { ...account, addressConfirmedAt: new Date().toISOString(), passwordHash: await hash }
  const id = await inTransaction(db, (trx) => insertAccount(trx, row, new Date()))
  return { ...account, id }
}

/** Makes the last reauthentication of every session older than ten minutes. */
export async function expireReauthentication(db: Database): Promise<void> {
  const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString()
  await db.updateTable("sessions").set({ confirmedAt }).execute()
}
