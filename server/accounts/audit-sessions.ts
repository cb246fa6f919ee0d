import { recordAction } from "#server/audit/audit-log.ts"
import type { Account } from "#server/contract/accounts.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Context } from "#server/trpc/context.ts"

/** Records sessions of back-office accounts only, since anybody can register and could fill the log. */
export async function recordSession(
  trx: Transaction,
  ctx: Pick<Context, "clientIp" | "userAgent" | "now"> & { account: Account },
  action: AuditAction,
): Promise<void> {
  const { account, userAgent } = ctx
  if (!hasRight(account.role, "office.open")) return
  const entry = { action, subject: "session", subjectId: account.id, subjectName: account.username } as const
  const details = action === "sign in" ? { userAgent } : {}
  await recordAction(trx, ctx, { ...entry, details })
}
