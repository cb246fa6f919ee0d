import { type AuditEntry, actorOf, recordAudit } from "#server/audit/audit-log.ts"
import type { Account } from "#server/contract/accounts.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Context } from "#server/trpc/context.ts"

type OwnContext = Pick<Context, "clientIp" | "userAgent" | "now"> & { account: Account }

/** Records what accounts of the back office do to themselves. Anybody can register, and could fill the log. */
export async function recordOwnAction(
  trx: Transaction,
  ctx: OwnContext,
  entry: Pick<AuditEntry, "action" | "subject" | "subjectName" | "details">,
): Promise<void> {
  const { account } = ctx
  if (!hasRight(account.role, "office.open")) return
  const own = { subjectName: account.username, ...entry, subjectId: account.id }
  await recordAudit(trx, { ...actorOf(account, ctx), ...own }, ctx.now())
}

export function recordSession(trx: Transaction, ctx: OwnContext, action: AuditAction): Promise<void> {
  const details = action === "sign in" ? { userAgent: ctx.userAgent } : {}
  return recordOwnAction(trx, ctx, { action, subject: "session", details })
}
