import { createHash } from "node:crypto"
import { FROM_COMMAND_LINE } from "#server/contract/audit.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { cutText } from "#server/contract/cut-text.ts"
import type { AuditSubject } from "#server/contract/domains/domains.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { AuditTable } from "#server/database/core/schema.ts"

/** The account that acts, and the place that it acts from. */
export interface Actor {
  /** It is null for the command line and for jobs. */
  accountId: number | null
  /** It is FROM_COMMAND_LINE for commands, and null for jobs. */
  ip: string | null
  tokenId: number | null
}

export const SYSTEM: Actor = { accountId: null, ip: null, tokenId: null }

export const COMMAND_LINE: Actor = { ...SYSTEM, ip: FROM_COMMAND_LINE }

/** Returns the account as what acts by a call of that client. */
export function actorOf(
  { id, tokenId = null }: { id: number; tokenId?: number | null | undefined },
  { clientIp }: { clientIp: string },
): Actor {
  return { accountId: id, ip: clientIp || null, tokenId }
}

export interface ActingContext {
  actor: Actor
  now: () => Date
}

export interface AuditEntry extends Actor {
  action: AuditAction
  subject: AuditSubject
  subjectId: number | null
  /** The name of the subject at that time; it must contain no personal data of visitors. */
  subjectName?: string | undefined
  /** `before` and `after` are the values that changed. */
  details?: object
}

/** Returns the columns that say what an entry is about. */
export function about(subject: AuditSubject, subjectId: number | null, subjectName?: string) {
  return { subject, subjectId, subjectName }
}

/** Must be called in the transaction of every administrative write. Each entry's hash covers the entry before it. */
export function recordAudit(trx: Transaction, entry: AuditEntry, now: Date): Promise<void> {
  return recordAudits(trx, [entry], now)
}

export function recordAction(
  trx: Transaction,
  ctx: ActingContext,
  entry: Omit<AuditEntry, keyof Actor>,
): Promise<void> {
  return recordAudit(trx, { ...ctx.actor, ...entry }, ctx.now())
}

/** Few rows at once keep the statement short, and SQLite keeps short statements prepared. */
const CHUNK_SIZE = 50

/** Records the entries of one command in their order. */
export async function recordAudits(trx: Transaction, entries: readonly AuditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  const head = await trx.selectFrom("auditHead").select("hash").executeTakeFirst()
  const rows = chainRows(
    entries.map((entry) => toColumns(entry, now)),
    head?.hash ?? "",
  )
  for (let start = 0; start < rows.length; start += CHUNK_SIZE) {
    await trx
      .insertInto("audit")
      .values(rows.slice(start, start + CHUNK_SIZE))
      .execute()
  }
  const { hash = "" } = rows.at(-1) ?? {}
  await trx
    .insertInto("auditHead")
    .values({ id: 1, hash })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ hash }))
    .execute()
}

type ChainedColumns = Omit<AuditTable, "id" | "hash" | "subjectFolded">

type EntryColumns = Omit<ChainedColumns, "previousHash">

function toColumns({ subjectName, details = {}, ...entry }: AuditEntry, now: Date): EntryColumns {
  const { accountId, ip, tokenId, action, subject, subjectId } = entry
  const columns = { at: now.toISOString(), accountId, ip, tokenId, action, subject, subjectId }
  return { ...columns, subjectName: storable(subjectName), details: JSON.stringify(shortenTexts(details)) }
}

/** Returns the text as both engines store it, since a character that they changed would look like forgery. */
function storable(text: string | undefined): string | null {
  return text?.replaceAll("\0", "").toWellFormed() ?? null
}

function chainRows(columns: readonly EntryColumns[], head: string) {
  let previousHash = head
  return columns.map((entry) => {
    const chained = { ...entry, previousHash }
    previousHash = hashEntry(chained)
    return { ...chained, hash: previousHash, subjectFolded: normalizedSubject(entry) }
  })
}

/** Returns the text that a search compares, such as « ecole #12 ». */
export function normalizedSubject({ subjectName, subjectId }: Pick<AuditTable, "subjectName" | "subjectId">): string {
  const number = subjectId === null ? "" : ` #${subjectId}`
  return normalizeForSearch((subjectName ?? "") + number).trim()
}

/** Longer texts are shortened; revisions store them in full. */
const TEXT_MAX = 200

function shortenTexts(value: unknown): unknown {
  if (typeof value === "string") return value.length > TEXT_MAX ? `${cutText(value, TEXT_MAX).trimEnd()}…` : value
  if (Array.isArray(value)) return value.map(shortenTexts)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortenTexts(part)]))
}

/** Returns SHA-256 in hex over the entry and the hash of the one before it. */
export function hashEntry(row: ChainedColumns): string {
  const { previousHash, at, accountId, ip, tokenId, action, subject, subjectId, subjectName, details } = row
  const hashed = [previousHash, at, accountId, ip, tokenId, action, subject, subjectId, subjectName, details]
  return createHash("sha256").update(JSON.stringify(hashed)).digest("hex")
}
