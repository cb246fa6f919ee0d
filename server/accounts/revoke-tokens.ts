import { type Actor, type AuditEntry, about, recordAudits } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/core/database.ts"

/** Revokes the account's API tokens, which whoever knew its password may have made. Returns how many still worked. */
export async function revokeTokensOf(trx: Transaction, accountId: number, actor: Actor, now: Date): Promise<number> {
  const revokedAt = now.toISOString()
  const revoked = await trx
    .updateTable("apiTokens")
    .set({ revokedAt })
    .where("accountId", "=", accountId)
    .where("revokedAt", "is", null)
    .returning(["id", "name", "expiresAt"])
    .execute()
  const details = { before: { revokedAt: null }, after: { revokedAt } }
  const entries = revoked.map(({ id, name }): AuditEntry => {
    return { ...actor, action: "revoke", ...about("token", id, name), details }
  })
  await recordAudits(trx, entries, now)
  return revoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > revokedAt).length
}
