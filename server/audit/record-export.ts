import type { AuditSubject } from "#server/contract/audit.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { type Actor, recordAudit } from "./audit-log.ts"

interface Export {
  actor: Actor
  subject: AuditSubject
  subjectId?: number | null
  subjectName?: string
  /** What was asked for. */
  details: object
}

/** To be called before the first part of a file is sent. */
export async function recordExport(db: Database, { actor, subjectId = null, ...entry }: Export, now: Date) {
  await inTransaction(db, (trx) => recordAudit(trx, { ...actor, ...entry, subjectId, action: "export" }, now))
}
