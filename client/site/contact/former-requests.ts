import { withStorage } from "#client/app/browser-storage.ts"
import { CONTACT_KEPT } from "#client/app/document-state.ts"
import { createUuid } from "#client/app/uuid.ts"
import { createRecord, type RecordPicture, type Rejection, type RequestRecord } from "./request-record.ts"

// What releases before December 2026 have kept: drafts in localStorage, requests and pictures in IndexedDB. Nothing is
// kept for longer than a week, so that this file can go a week after the site has its successor.

interface FormerRequest extends Pick<RequestRecord, "receipt" | "isShown" | "missing"> {
  requestId: string
  draft?: string
  fields: Record<string, unknown>
  photos: Omit<RecordPicture, "id">[]
  createdAt: string
  rejection?: Rejection
}

type FormerPicture = RecordPicture & { draft?: string }

/** Puts the former requests and pictures as records, within the transaction that changes the database's version. */
export function convertFormerStores(transaction: IDBTransaction, put: (record: RequestRecord) => void): void {
  const requests: IDBRequest<FormerRequest[]> = transaction.objectStore("requests").getAll()
  const pictures: IDBRequest<FormerPicture[]> = transaction.objectStore("photos").getAll()
  // Requests of one transaction succeed in their order.
  pictures.onsuccess = () => {
    const records = requests.result.map(toRecord)
    for (const record of records) put(record)
    const sent = new Set(records.map(({ form }) => form))
    const drafts = new Map<string, RequestRecord>()
    for (const { draft: form = CONTACT_KEPT, ...picture } of pictures.result) {
      const record = drafts.get(form) ?? { ...createRecord(form, Date.now()), idempotencyKey: createUuid() }
      drafts.set(form, { ...record, pictures: [...record.pictures, picture] })
    }
    for (const record of drafts.values()) if (!sent.has(record.form)) put(record)
    for (const name of ["requests", "photos"]) transaction.db.deleteObjectStore(name)
  }
}

function toRecord({
  requestId,
  draft = CONTACT_KEPT,
  fields,
  photos: pictures,
  createdAt,
  ...outcome
}: FormerRequest): RequestRecord {
  const { receipt, rejection } = outcome
  const names = ["firstName", "lastName", "email", "phone", "sector", "message"]
  const values = names.flatMap((name) => (fields[name] ? [[name, String(fields[name])]] : []))
  return {
    ...createRecord(draft, Date.parse(createdAt)),
    ...outcome,
    idempotencyKey: requestId,
    state: rejection ? "rejected" : !receipt ? "waiting" : pictures.length > 0 ? "sending" : "sent",
    values: Object.fromEntries(values),
    body: fields,
    attached: pictures.flatMap(({ blob, name }) => (blob.size === 0 && name ? [name] : [])),
    pictures: pictures.filter(({ blob }) => blob.size > 0).map((picture) => ({ ...picture, id: createUuid() })),
  }
}

/** Lists the former drafts, whose pictures `convertFormerStores` has put. */
export function listFormerDrafts(): RequestRecord[] {
  return formerKeys().flatMap((form) => {
    const draft = withStorage(() => JSON.parse(localStorage.getItem(form) ?? ""))
    if (typeof draft?.values !== "object" || typeof draft.startedAt !== "number") return []
    const { values, startedAt, changedAt = startedAt, requestId = createUuid(), prepared, attached = [] } = draft
    return [{ ...createRecord(form, startedAt), changedAt, idempotencyKey: requestId, values, prepared, attached }]
  })
}

export function forgetFormerDrafts(): void {
  for (const form of formerKeys()) withStorage(() => localStorage.removeItem(form))
}

function formerKeys(): string[] {
  return withStorage(() => Object.keys(localStorage).filter((key) => /^contact(-\d)?$/.test(key))) ?? []
}
