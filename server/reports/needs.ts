import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { unsavedSince } from "#server/database/last-backup.ts"
import { findOldestWaiting } from "#server/jobs/waiting-mails.ts"
import type { CertificateFault } from "./certificate.ts"

/** A night's backup begins at one o'clock and takes some time, or an hour more where it has failed once. */
export const BACKUP_AGE_MAX_MS = DAY_MS + 2 * HOUR_MS

/** Servers that are away, or ask to wait, mostly take a mail within this time. */
export const MAIL_AGE_MAX_MS = HOUR_MS

/** A backup, and the space that a night of uploads needs, fit in. */
export const DISK_FREE_MIN_BYTES = 2_000_000_000

/** What the site cannot mend by itself; `since` is ISO 8601. */
export type Need = { since: string } & (
  | { kind: "backup" }
  | { kind: "mails"; failure: string | null }
  | { kind: "disk"; free: number }
  | ({ kind: "certificate" } & CertificateFault)
)

export interface NeedParts {
  db: Database
  now: () => Date
  /** Returns the free space on the disk, in bytes. */
  readFree: () => Promise<number>
  findCertificateFault: () => Promise<CertificateFault | undefined>
  /** Returns when this was first found, for what has no beginning that is known. */
  firstFound: (kind: "disk" | "certificate", isFound: boolean) => string
}

/** Each look fails alone; the first failure is told beside what the others have found. */
export async function findNeeds(parts: NeedParts): Promise<{ needs: Need[]; failure?: PromiseRejectedResult }> {
  const looks = [findBackup(parts), findMails(parts), findDisk(parts), findCertificate(parts)]
  const results = await Promise.allSettled(looks)
  const failure = results.find((result) => result.status === "rejected")
  const needs = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []))
  return { needs, ...(failure && { failure }) }
}

async function findBackup({ db, now }: NeedParts): Promise<Need[]> {
  const since = await unsavedSince(db)
  return isOlder(since, now(), BACKUP_AGE_MAX_MS) ? [{ kind: "backup", since: since.toISOString() }] : []
}

async function findMails({ db, now }: NeedParts): Promise<Need[]> {
  const oldest = await findOldestWaiting(db)
  if (!oldest || !isOlder(oldest.since, now(), MAIL_AGE_MAX_MS)) return []
  return [{ kind: "mails", since: oldest.since.toISOString(), failure: oldest.failure }]
}

function isOlder(since: Date, now: Date, ms: number): boolean {
  return now.getTime() - since.getTime() > ms
}

async function findDisk({ readFree, firstFound }: NeedParts): Promise<Need[]> {
  const free = await readFree()
  const since = firstFound("disk", free < DISK_FREE_MIN_BYTES)
  return free < DISK_FREE_MIN_BYTES ? [{ kind: "disk", since, free }] : []
}

async function findCertificate({ findCertificateFault, firstFound }: NeedParts): Promise<Need[]> {
  const fault = await findCertificateFault()
  const since = firstFound("certificate", fault !== undefined)
  return fault ? [{ kind: "certificate", since, ...fault }] : []
}
