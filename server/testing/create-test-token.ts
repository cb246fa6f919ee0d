import { randomBytes } from "node:crypto"
import type { TokenRight } from "#server/contract/domains/domains.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { TOKEN_PREFIX, TOKEN_RIGHTS } from "#server/contract/tokens.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { hashSecret } from "#server/secrets.ts"
import { createTestAccount } from "./test-account.ts"

interface GivenToken {
  /** The role of the account that has made the token. */
  role: Role
  rights: readonly TokenRight[]
  expiresAt: string | null
}

/** Stores an account with an API token; returns the headers of a program that uses the token. */
export async function createTestToken(
  db: Database,
  { role = "admin", rights = TOKEN_RIGHTS, expiresAt = null }: Partial<GivenToken> = {},
) {
  const account = await createTestAccount(db, { role })
  const token = TOKEN_PREFIX + randomBytes(32).toString("base64url")
  const createdAt = new Date().toISOString()
  const { id } = await inTransaction(db, (trx) =>
    trx
      .insertInto("apiTokens")
      .values({
        name: "Comptabilité",
        tokenHash: hashSecret(token),
        rights: JSON.stringify(rights),
        accountId: account.id,
        createdAt,
        expiresAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  )
  return { id, token, account, headers: { Authorization: `Bearer ${token}` } }
}
