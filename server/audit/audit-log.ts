import type { Transaction } from "#server/database/transaction.ts"

export interface AuditEntry {
  /** Null for the command line and for jobs. */
  accountId: number | null
  action: string
  subject: "project" | "message" | "account" | "image" | "content" | "view"
  subjectId: number | null
  details?: object
}

/** To be called in the transaction of every administrative write. */
export async function recordAudit(trx: Transaction, entry: AuditEntry, now: Date): Promise<void> {
  const { details = {}, ...row } = entry
  await trx
    .insertInto("audit")
    .values({ ...row, at: now.toISOString(), details: JSON.stringify(details) })
    .execute()
}
