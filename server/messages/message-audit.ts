import { actorOf, recordAudit } from "#server/audit/audit-log.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { AccountContext } from "#server/trpc/context.ts"

/** What somebody has done with a request. Nothing of its sender: erasing a person leaves the audit log as it is. */
export function recordMessageAudit(
  trx: Transaction,
  ctx: AccountContext,
  action: AuditAction,
  { id, reference }: { id: number; reference: string | null },
  details: object = {},
): Promise<void> {
  const entry = { action, subject: "message", subjectId: id, subjectName: reference ?? `#${id}`, details } as const
  return recordAudit(trx, { ...actorOf(ctx), ...entry }, ctx.now())
}

export function changeOf(field: string, before: string | null, after: string | null) {
  return { before: { [field]: before }, after: { [field]: after } }
}
