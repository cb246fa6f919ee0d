import { withStorage } from "#client/app/browser-storage.ts"
import { ADDITION_KEPT, CONTACT_KEPT, RECEIPTS_KEPT, WAITING_KEPT } from "#client/app/document-state.ts"
import type { SentRequest } from "#server/contract/messages.ts"
import { convertFormerStores, forgetFormerDrafts, listFormerDrafts } from "./former-requests.ts"
import {
  arrivedReceipt,
  hasArrived,
  isExpired,
  isUnderWay,
  keepReceipts,
  type RecordPicture,
  type RequestAction,
  type RequestRecord,
  reduceRequest,
} from "./request-record.ts"

// The records of contact requests and additions in IndexedDB. All functions reject where storage is full or forbidden.
// The bytes of pictures have a store of their own, since each letter that is typed writes the record again.

const RECORDS = "records"
const BLOBS = "blobs"
/** The receipts of requests that have arrived, by their references. */
const RECEIPTS = "receipts"

const KEPT_CONTACT = `${CONTACT_KEPT}-kept`

/** Returns the key in localStorage that tells that something is kept for the form of that page. */
function markOf(token?: string): string {
  return token === undefined ? KEPT_CONTACT : ADDITION_KEPT + token
}

export async function listRecords(): Promise<RequestRecord[]> {
  const all = await inTransaction("readonly", ({ getAll }) => getAll())
  return all.sort((one, other) => one.changedAt - other.changedAt)
}

/** Changes a stored record, and returns it as it is now; undefined if it is gone, or its state does not allow that. */
export function changeRecord(key: string, action: RequestAction): Promise<RequestRecord | undefined> {
  return inTransaction("readwrite", async ({ get, put, keep }) => {
    const stored = await get(key)
    const changed = stored && reduceRequest(stored, action)
    if (!changed) return undefined
    await put(changed)
    await keep(arrivedReceipt(stored, changed, Date.now()))
    return changed
  })
}

/** Stores what a form contains in place of what it has stored before, unless the server has that by now. */
export function replaceRecord(former: string | undefined, record: RequestRecord | undefined): Promise<void> {
  // A visitor who leaves at once and comes back finds what is still being written.
  if (record) mark(markOf(record.token), true)
  return inTransaction("readwrite", async ({ peek, put, remove }) => {
    const stored = former === undefined ? undefined : await peek(former)
    const isFree = !stored || !hasArrived(stored)
    if (stored && isFree) await remove(stored.idempotencyKey)
    if (record && (isFree || stored.idempotencyKey !== record.idempotencyKey)) await put(record)
  })
}

/** Stores the outcome of a request that was withdrawn while it was being sent, unless the form will send it again. */
export function putRecord(record: RequestRecord): Promise<void> {
  return inTransaction("readwrite", async ({ peek, put, keep }) => {
    const stored = await peek(record.idempotencyKey)
    if (stored?.state !== "draft") await put(record)
    await keep(arrivedReceipt(stored, record, Date.now()))
  })
}

/** Deletes a record that nothing follows, and returns whether no other tab was faster. */
export function takeSent(key: string): Promise<boolean> {
  return inTransaction("readwrite", async ({ peek, remove }) => {
    const isSent = (await peek(key))?.state === "sent"
    if (isSent) await remove(key)
    return isSent
  })
}

/** Deletes the records for which the condition holds: without one, all that the form has left on this device. */
export function deleteRecords(isDeleted: (record: RequestRecord) => boolean = () => true): Promise<void> {
  return inTransaction("readwrite", async ({ getAll, remove }) => {
    for (const record of await getAll()) if (isDeleted(record)) await remove(record.idempotencyKey)
  })
}

/** Returns the receipts of the requests that this device has sent, from the newest. */
export async function listReceipts(now = Date.now()): Promise<SentRequest[]> {
  return keepReceipts(await inTransaction("readonly", ({ getReceipts }) => getReceipts()), now)
}

/** Keeps receipts, those of a request that is known already in place of the earlier ones. */
export function addReceipts(receipts: readonly SentRequest[]): Promise<void> {
  return inTransaction("readwrite", async ({ keep }) => {
    for (const receipt of receipts) await keep(receipt)
  })
}

/** Deletes the receipts of these requests: without any, all that this device keeps. */
export function deleteReceipts(references?: readonly string[]): Promise<void> {
  return inTransaction("readwrite", async ({ getReceipts, forget }) => {
    for (const { reference } of await getReceipts())
      if (references?.includes(reference) ?? true) await forget(reference)
  })
}

/** Deletes what earlier visits have left on this device, once nobody has changed it for a week. */
export async function deleteExpired(now = Date.now()): Promise<void> {
  for (const draft of listFormerDrafts()) await addFormerDraft(draft)
  forgetFormerDrafts()
  await deleteRecords((record) => isExpired(record, now))
  await inTransaction("readwrite", ({ keep }) => keep(undefined, now))
}

function addFormerDraft(draft: RequestRecord): Promise<void> {
  return inTransaction("readwrite", async ({ getAll, put, remove }) => {
    const own = (await getAll()).filter(({ form }) => form === draft.form)
    if (own.some(({ idempotencyKey }) => idempotencyKey === draft.idempotencyKey)) return
    const kept = own.find(({ state, values }) => state === "draft" && Object.keys(values).length === 0)
    if (kept) await remove(kept.idempotencyKey)
    await put({ ...draft, pictures: kept?.pictures ?? [] })
  })
}

/** As a record is stored, under a former name: conversion leaves the bytes of pictures where they were. */
type StoredRecord = Omit<RequestRecord, "pictures"> & { photos: readonly StoredPicture[] }

type StoredPicture = Omit<RecordPicture, "blob"> & { blob?: Blob }

type Records = ReturnType<typeof accessRecords>

function accessRecords(transaction: IDBTransaction) {
  const [records, blobs] = [transaction.objectStore(RECORDS), transaction.objectStore(BLOBS)]
  const receipts = transaction.objectStore(RECEIPTS)

  async function withBlobs({ photos, ...record }: StoredRecord): Promise<RequestRecord> {
    const pictures = await Promise.all(
      photos.map(async (picture) => {
        const blob = picture.blob ?? (await resultOf<Blob | undefined>(blobs.get(blobKey(picture))))
        return blob ? [{ ...picture, blob }] : []
      }),
    )
    return { ...record, pictures: pictures.flat() }
  }

  const peek = (key: string) => resultOf<StoredRecord | undefined>(records.get(key))
  const peekAll = () => resultOf<StoredRecord[]>(records.getAll())
  const getReceipts = () => resultOf<SentRequest[]>(receipts.getAll())
  const forget = (reference: string) => resultOf(receipts.delete(reference))
  return {
    /** Returns a record without the bytes of its pictures. */
    peek,
    async get(key: string): Promise<RequestRecord | undefined> {
      const record = await peek(key)
      return record && withBlobs(record)
    },
    getAll: async () => Promise.all((await peekAll()).map(withBlobs)),
    async put({ pictures, ...record }: RequestRecord): Promise<void> {
      for (const picture of pictures) {
        const key = blobKey(picture)
        if ((await resultOf(blobs.getKey(key))) === undefined) await resultOf(blobs.put(picture.blob, key))
      }
      await resultOf(records.put({ ...record, photos: pictures.map(({ blob: _, ...picture }) => picture) }))
    },
    remove: (key: string) => resultOf(records.delete(key)),
    getReceipts,
    forget,
    /** Stores a receipt, if there is one, and deletes those that no longer count. */
    async keep(receipt: SentRequest | undefined, now = Date.now()): Promise<void> {
      if (receipt) await resultOf(receipts.put(receipt))
      const all = await getReceipts()
      const kept = keepReceipts(all, now)
      for (const one of all) if (!kept.includes(one)) await forget(one.reference)
    },
    /** Deletes the bytes that no record has any more, and returns what is kept. */
    async sweep(): Promise<Kept> {
      const all = await peekAll()
      const used = new Set(all.flatMap(({ photos: pictures }) => pictures.map(blobKey)))
      for (const key of await resultOf(blobs.getAllKeys())) if (!used.has(String(key))) blobs.delete(key)
      return { records: all, receipts: await resultOf(receipts.count()) }
    },
  }
}

/** The bytes of a picture change once, when the original has been shrunk. */
function blobKey({ id, isOriginal }: StoredPicture): string {
  return isOriginal ? `${id} original` : id
}

async function inTransaction<Result>(
  mode: IDBTransactionMode,
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction([RECORDS, BLOBS, RECEIPTS], mode)
    const records = accessRecords(transaction)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const isWriting = mode === "readwrite"
    const done = work(records).then(async (result) => ({ result, kept: isWriting && (await records.sweep()) }))
    const [{ result, kept }] = await Promise.all([done, ended])
    if (kept) markKept(kept)
    return result
  } finally {
    database.close()
  }
}

interface Kept {
  records: readonly Pick<RequestRecord, "token" | "state">[]
  receipts: number
}

/** Pages read the marks before their application is loaded, which alone reads IndexedDB. The worker has none. */
function markKept({ records, receipts }: Kept) {
  const kept = new Set(records.map(({ token }) => markOf(token)))
  // The worker sends records while no page is open.
  if (records.length + receipts > 0) kept.add(RECEIPTS_KEPT)
  if (records.some(isUnderWay)) kept.add(WAITING_KEPT)
  const stale = withStorage(() => Object.keys(localStorage).filter(isMark)) ?? []
  for (const key of new Set([...stale, ...kept])) mark(key, kept.has(key))
}

function isMark(key: string): boolean {
  return [KEPT_CONTACT, RECEIPTS_KEPT, WAITING_KEPT].includes(key) || key.startsWith(ADDITION_KEPT)
}

function mark(key: string, isKept: boolean) {
  withStorage(() => (isKept ? localStorage.setItem(key, "") : localStorage.removeItem(key)))
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open("contact", 3)
  request.onupgradeneeded = ({ oldVersion }) => {
    request.result.createObjectStore(RECEIPTS, { keyPath: "reference" })
    if (oldVersion === 2) return
    const store = request.result.createObjectStore(RECORDS, { keyPath: "idempotencyKey" })
    request.result.createObjectStore(BLOBS)
    if (oldVersion === 1 && request.transaction) {
      convertFormerStores(request.transaction, ({ pictures, ...record }) => store.put({ ...record, photos: pictures }))
    }
  }
  return resultOf(request)
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
