import { createHash } from "node:crypto"
import type { AuditSubject } from "#server/contract/audit.ts"
import type { AuditTable } from "#server/database/schema.ts"
import { readSetting, writeSetting } from "#server/database/settings.ts"
import type { Transaction } from "#server/database/transaction.ts"

/** Who acts, and from where. */
export interface Actor {
  /** Null for the command line and for jobs. */
  accountId: number | null
  ip: string | null
  /** The API token that was used. */
  tokenId: number | null
}

export const SYSTEM: Actor = { accountId: null, ip: null, tokenId: null }

interface ActingContext {
  account: { id: number; tokenId?: number | undefined }
  clientIp: string
}

export function actorOf({ account, clientIp }: ActingContext): Actor {
  return { accountId: account.id, ip: clientIp || null, tokenId: account.tokenId ?? null }
}

/** The setting that has the newest entry's hash, so that nobody can remove the newest entries unnoticed. */
export const AUDIT_HEAD = "audit head"

export interface AuditEntry extends Actor {
  action: string
  subject: AuditSubject
  subjectId: number | null
  /** What people call it, as it was then; no personal data of visitors. */
  subjectName?: string
  /** `before` and `after` are the values that changed. */
  details?: object
}

/** To be called in the transaction of every administrative write. Each entry's hash covers the one before it. */
export async function recordAudit(trx: Transaction, entry: AuditEntry, now: Date): Promise<void> {
  const { accountId, ip, tokenId, action, subject, subjectId, subjectName = null, details = {} } = entry
  const at = now.toISOString()
  const row = { at, accountId, ip, tokenId, action, subject, subjectId, subjectName, details: JSON.stringify(details) }
  const previousHash = await readSetting(trx, AUDIT_HEAD)
  const chained = { ...row, previousHash: previousHash ?? "" }
  const hash = hashEntry(chained)
  await trx
    .insertInto("audit")
    .values({ ...chained, hash })
    .execute()
  await writeSetting(trx, AUDIT_HEAD, hash)
}

type HashedColumns = Omit<AuditTable, "id" | "hash">

/** SHA-256 in hex over the entry and the hash of the one before it. */
export function hashEntry(row: HashedColumns): string {
  const { previousHash, at, accountId, ip, tokenId, action, subject, subjectId, subjectName, details } = row
  const hashed = [previousHash, at, accountId, ip, tokenId, action, subject, subjectId, subjectName, details]
  return createHash("sha256").update(JSON.stringify(hashed)).digest("hex")
}
