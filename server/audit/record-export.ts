import type { AuditSubject } from "#server/contract/domains/domains.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { type ActingContext, recordAction } from "./audit-log.ts"

interface Export {
  subject: AuditSubject
  subjectId?: number | null
  subjectName?: string
  /** The file and the filters that were asked for. */
  details: object
}

interface ExportContext extends ActingContext {
  db: Database
  isHead?: boolean
}

/** Must be called before the first part of a file is sent. Records nothing for a HEAD, which sends none. */
export async function recordExport(ctx: ExportContext, { subjectId = null, ...entry }: Export) {
  if (ctx.isHead) return
  await inTransaction(ctx.db, (trx) => recordAction(trx, ctx, { ...entry, subjectId, action: "export" }))
}
