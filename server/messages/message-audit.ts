import { about, recordAction } from "#server/audit/audit-log.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { AccountContext } from "#server/trpc/context.ts"

/** Records no personal data of the sender, since erasing a person leaves the audit log as it is. */
export function recordMessageAudit(
  trx: Transaction,
  ctx: AccountContext,
  action: AuditAction,
  { id, reference }: { id: number; reference: string | null },
  details: object = {},
): Promise<void> {
  return recordAction(trx, ctx, { action, ...about("message", id, reference ?? `#${id}`), details })
}

export function changeOf(field: string, before: string | null, after: string | null) {
  return { before: { [field]: before }, after: { [field]: after } }
}
