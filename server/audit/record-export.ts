import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { type ActingContext, type about, recordAction } from "./audit-log.ts"

interface ExportContext extends ActingContext {
  db: Database
  isHead?: boolean
}

interface ExportDetails {
  file: string
  [filter: string]: unknown
}

/**
 * Must be called before the first part of a file is sent, with the filters that were asked for. Records nothing for a
 * HEAD, which sends none.
 */
export async function recordExport(ctx: ExportContext, subject: ReturnType<typeof about>, details: ExportDetails) {
  if (ctx.isHead) return
  await inTransaction(ctx.db, (trx) => recordAction(trx, ctx, { action: "export", ...subject, details }))
}
