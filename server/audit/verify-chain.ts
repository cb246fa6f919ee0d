import type { Database } from "#server/database/core/database.ts"
import type { Progress } from "#server/database/progress.ts"
import { hashEntry, normalizedSubject } from "./audit-log.ts"

/** The site records this action when it deletes the oldest entries. */
export const EXPIRE = "expire"

/**
 * `changed`: the entry is not as it was recorded. `unlinked`: it does not follow the one before it. `beginning`: it
 * does not follow the entries that were deleted for their age. `end`: it is not the newest that was recorded.
 * `unknown`: the log has no entry with the hash that somebody noted.
 */
export type ChainFault = "changed" | "unlinked" | "beginning" | "end" | "unknown"

export interface VerifiedChain {
  /** The number of entries that were found in order. */
  entries: number
  /** The hash of the newest entry, or the empty text for an empty log. */
  hash: string
  fault?: { kind: ChainFault; entry: Pick<AuditRow, "id" | "at"> | undefined } | undefined
}

interface Verification {
  /** The hash of an entry that somebody noted outside of the database. */
  noted?: string | undefined
  /** Is called with the number of entries. */
  begin?: (total: number) => Progress
}

const CHUNK_SIZE = 1000

type AuditRow = Awaited<ReturnType<typeof readChunk>>[number]

/** Verifies the log as it was at the call, while others write to it. */
export async function verifyChain(db: Database, verification: Verification = {}): Promise<VerifiedChain> {
  const bounds = await readBounds(db)
  const verified = await walk(db, bounds, verification)
  if (!verified.fault) return verified
  // The oldest entries may have been deleted for their age meanwhile.
  const isSame = (await readBounds(db)).firstId === bounds.firstId
  return isSame ? verified : verifyChain(db, verification)
}

type Bounds = Awaited<ReturnType<typeof readBounds>>

/** Reads the bounds in one statement, so that nothing is written in between. */
async function readBounds(db: Database) {
  const { expired, total, ...bounds } = await db
    .selectFrom("audit")
    .select(({ fn, selectFrom }) => [
      fn.min("id").as("firstId"),
      fn.max("id").as("lastId"),
      fn.countAll<number>().as("total"),
      selectFrom("auditHead").select("hash").as("head"),
      selectFrom("audit as expiry")
        .select("details")
        .where("subject", "=", "audit")
        .where("action", "=", EXPIRE)
        .orderBy("id", "desc")
        .limit(1)
        .as("expired"),
    ])
    .executeTakeFirstOrThrow()
  return { ...bounds, total: Number(total), expiredHash: lastHashOf(expired) }
}

/** Returns the hash of the last entry deleted for its age, or undefined where the details are damaged. */
function lastHashOf(details: string | null): string | undefined {
  if (details === null) return ""
  try {
    const { lastHash } = JSON.parse(details) as { lastHash?: unknown }
    return typeof lastHash === "string" ? lastHash : undefined
  } catch {
    return undefined
  }
}

async function walk(db: Database, bounds: Bounds, { noted, begin }: Verification): Promise<VerifiedChain> {
  const progress = begin?.(bounds.total)
  const done: VerifiedChain = { entries: 0, hash: bounds.expiredHash ?? "" }
  let isNotedFound = noted === undefined || (done.hash !== "" && done.hash === noted)
  let last: AuditRow | undefined
  for (;;) {
    const rows = await readChunk(db, last?.id ?? Number.MIN_SAFE_INTEGER, bounds.lastId ?? 0)
    for (const row of rows) {
      const kind = findFault(row, last, bounds)
      if (kind) return { ...done, fault: { kind, entry: row } }
      isNotedFound ||= row.hash === noted
      done.entries += 1
      done.hash = row.hash
      last = row
    }
    progress?.advance(rows.length)
    if (rows.length < CHUNK_SIZE) break
  }
  if ((bounds.head ?? "") !== done.hash) return { ...done, fault: { kind: "end", entry: last } }
  return isNotedFound ? done : { ...done, fault: { kind: "unknown", entry: undefined } }
}

function readChunk(db: Database, after: number, lastId: number) {
  return db
    .selectFrom("audit")
    .select(["id", "at", "accountId", "ip", "tokenId", "action", "subject", "subjectId", "subjectName"])
    .select(["subjectFolded", "details", "previousHash", "hash"])
    .where("id", ">", after)
    .where("id", "<=", lastId)
    .orderBy("id")
    .limit(CHUNK_SIZE)
    .execute()
}

function findFault(row: AuditRow, last: AuditRow | undefined, { expiredHash }: Bounds): ChainFault | undefined {
  if (hashEntry(row) !== row.hash || normalizedSubject(row) !== row.subjectFolded) return "changed"
  if (last) return row.previousHash === last.hash ? undefined : "unlinked"
  return row.previousHash === expiredHash ? undefined : "beginning"
}
