import { KEPT_MS } from "#client/app/document-state.ts"
import { deleteRecords } from "./contact-database.ts"
import { deleteDrafts, readDraft } from "./contact-draft.ts"

interface KeptRecord {
  /** The key of the draft that it belongs to. */
  draft?: string
  /** ISO 8601, UTC, of a request. */
  createdAt?: string
  /** Milliseconds since 1970, of a photo. */
  addedAt?: number
}

/** Deletes what earlier visits have left on this device, once nobody has changed it for a week. */
export async function deleteExpired(now = Date.now()): Promise<void> {
  const drafts = deleteDrafts(({ changedAt, startedAt }) => (changedAt ?? startedAt) + KEPT_MS <= now)
  await deleteRecordsIf(({ draft, createdAt, addedAt }) => {
    const at = createdAt === undefined ? addedAt : Date.parse(createdAt)
    // A record of an earlier release may have no date, and is kept as long as its draft.
    const isOver = at === undefined ? !readDraft(draft ?? "") : !(at + KEPT_MS > now)
    return (draft !== undefined && drafts.includes(draft)) || isOver
  })
}

/** Deletes everything that the contact form has left on this device, requests that wait and other tabs' included. */
export async function deleteKept(): Promise<void> {
  deleteDrafts(() => true)
  await deleteRecordsIf(() => true)
}

async function deleteRecordsIf(isDeleted: (record: KeptRecord) => boolean): Promise<void> {
  // Where storage is forbidden, there is nothing to delete.
  for (const store of ["requests", "photos"] as const) await deleteRecords(store, isDeleted).catch(() => undefined)
}
