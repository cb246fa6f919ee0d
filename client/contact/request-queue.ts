import { KEPT_MS } from "#client/document-state.ts"
import { timeoutSignal } from "#client/timeout-signal.ts"
import { uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { UploadError } from "#client/uploads/send-request.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { deleteRecords, inStore } from "./contact-database.ts"

/**
 * Contact requests that wait in IndexedDB until the network is back. Both the page and the service worker send them,
 * so this module must import neither React nor code of the page.
 */

const LOCK = "contact-requests"

type Fetch = typeof globalThis.fetch

/** The path that starts an upload of a photo. */
export const PHOTOS_URL = "/api/contact/uploads"

export interface QueuedPhoto {
  /** The shrunk photo; empty if only the server has the photo. */
  blob: Blob
  fileName: string
  /** The URL of an interrupted upload. */
  uploadUrl?: string | undefined
  /** The server's name for it, once it is uploaded. */
  name?: string | undefined
}

/** A request that waits, or that was sent or rejected by `sendQueued`. */
export interface QueuedRequest {
  /** Idempotency key: the server stores only one request for each key. */
  requestId: string
  /** The body of POST /api/contact, without `photos` and `requestId`. */
  fields: Record<string, unknown>
  photos: QueuedPhoto[]
  /** ISO 8601, UTC. */
  createdAt: string
  /** The key of the draft that it was made of; earlier releases had one draft. */
  draft?: string
  /** It is set once the request was sent; the page shows it and deletes the request. */
  receipt?: SenderReceipt
  /** It is set once the server has rejected the request; the page restores the form from it and deletes it. */
  rejection?: Rejection
}

interface Rejection {
  message: string
  /** Error messages by field name. */
  errors: Record<string, string>
}

/** Adds a request, or replaces the one with its id. Rejects where storage is full or forbidden. */
export function putQueuedRequest(request: QueuedRequest): Promise<unknown> {
  return inStore("requests", "readwrite", (store) => store.put(request))
}

/** Lists the requests that wait, and those whose outcome nobody has seen yet, sorted from the oldest. */
export async function listQueuedRequests(): Promise<QueuedRequest[]> {
  const all: QueuedRequest[] = await inStore("requests", "readonly", (store) => store.getAll())
  return all.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/** Returns false if the request was deleted meanwhile. */
async function replaceRequest(request: QueuedRequest): Promise<boolean> {
  let exists = false
  await inStore("requests", "readwrite", (store) => {
    const found = store.getKey(request.requestId)
    found.onsuccess = () => {
      exists = found.result !== undefined
      if (exists) store.put(request)
    }
    return found
  })
  return exists
}

/** Deletes a request, and returns it unless another tab was faster. */
export function takeRequest(requestId: string): Promise<QueuedRequest | undefined> {
  return inStore("requests", "readwrite", (store) => {
    const found: IDBRequest<QueuedRequest | undefined> = store.get(requestId)
    found.onsuccess = () => store.delete(requestId)
    return found
  })
}

export function deleteQueuedRequest(requestId: string): Promise<unknown> {
  return inStore("requests", "readwrite", (store) => store.delete(requestId))
}

/**
 * Deletes old requests, sends those that wait, with their photos first, and stores each outcome. Returns the number of
 * requests that still wait, since the network or the server failed. A failure of the network does not reject.
 */
export function sendQueued(fetch: Fetch): Promise<number> {
  return exclusively(async () => {
    const oldest = new Date(Date.now() - KEPT_MS).toISOString()
    await deleteRecords<QueuedRequest>("requests", ({ createdAt }) => createdAt <= oldest)
    const waiting = (await listQueuedRequests()).filter(isWaiting)
    let failed = 0
    for (const request of waiting) {
      const sent = await sendQueuedRequest(request, fetch, replaceRequest).catch(() => undefined)
      if (!sent) failed += 1
      // The receipt is shown even if the visitor withdrew the request after it had been sent.
      else if (sent.receipt) await putQueuedRequest(sent)
      else await replaceRequest(sent)
    }
    return failed
  })
}

export function isWaiting({ receipt, rejection }: QueuedRequest): boolean {
  return !receipt && !rejection
}

/** Whether this device can send each photo again. */
export function hasAllBytes({ photos }: QueuedRequest): boolean {
  return photos.every(({ blob }) => blob.size > 0)
}

/**
 * Returns the request with its receipt or rejection, and stores its progress with `save`. Throws if another attempt may
 * succeed, or if `save` returns false because the request was withdrawn.
 */
export async function sendQueuedRequest(
  given: QueuedRequest,
  fetch: Fetch,
  save: (request: QueuedRequest) => Promise<boolean>,
): Promise<QueuedRequest> {
  let request = given
  for (let attempt = 0; ; attempt += 1) {
    for (const [index, photo] of request.photos.entries()) {
      if (photo.name !== undefined) continue
      const savePhoto = async (changed: QueuedPhoto) => {
        request = { ...request, photos: request.photos.map((one, position) => (position === index ? changed : one)) }
        if (!(await save(request))) throw new Error("Taken back")
      }
      const rejection = await uploadPhoto(photo, fetch, savePhoto)
      if (rejection) return { ...request, rejection }
    }
    const { receipt, rejection } = await post(request, fetch)
    if (receipt) return { ...request, photos: [], receipt }
    // The server deletes photos that no request has named for a day, and a second attempt uploads them again.
    if (!rejection?.errors.photos || attempt > 0 || !hasAllBytes(request)) {
      return { ...request, ...(rejection && { rejection }) }
    }
    request = { ...request, photos: request.photos.map(({ blob, fileName }) => ({ blob, fileName })) }
  }
}

/** A server that takes longer to answer counts as unreachable. */
export const SEND_MAX_MS = 60_000

async function post({ requestId, fields, photos }: QueuedRequest, fetch: Fetch) {
  const body = JSON.stringify({ ...fields, photos: photos.map(({ name }) => name), requestId })
  const response = await fetch("/api/contact", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    signal: timeoutSignal(SEND_MAX_MS),
  })
  const { answer, rejection } = await readResponse(response)
  if (rejection) return { rejection }
  const { reference = "", statusUrl = "" } = answer
  return { receipt: { reference, statusUrl: statusUrl && new URL(statusUrl).pathname } }
}

/** A chunk that takes longer fails like a lost connection. */
const CHUNK_MAX_MS = 120_000

async function uploadPhoto(
  photo: QueuedPhoto,
  fetch: Fetch,
  save: (photo: QueuedPhoto) => Promise<void>,
): Promise<Rejection | undefined> {
  const upload = { url: photo.uploadUrl, acknowledged: 0 }
  try {
    const { filenames } = await uploadInChunks(photo.blob, photo.fileName, upload, {
      url: PHOTOS_URL,
      signal: new AbortController().signal,
      send: (url, { method, headers = {}, body = null }) =>
        fetch(url, { method, headers, body, signal: timeoutSignal(CHUNK_MAX_MS) }),
      onProgress: () => undefined,
      onBegin: () => save({ ...photo, uploadUrl: upload.url }),
    })
    await save({ ...photo, name: filenames?.[0] })
    return undefined
  } catch (error) {
    if (!(error instanceof UploadError && REJECTED.includes(error.status))) throw error
    return { message: error.message, errors: { photos: error.message } }
  }
}

interface ResponseBody {
  message?: string
  errors?: Record<string, string>
  reference?: string
  statusUrl?: string
}

/** Statuses after which another attempt would fail too, unlike those of a rate limit or of a proxy. */
const REJECTED = [400, 413, 415]

async function readResponse(response: Response): Promise<{ answer: ResponseBody; rejection?: Rejection }> {
  const answer: ResponseBody = await response.json()
  if (response.ok) return { answer }
  if (!REJECTED.includes(response.status)) throw new Error(`Status ${response.status}`)
  return { answer, rejection: { message: answer.message ?? "", errors: answer.errors ?? {} } }
}

/** Runs `work` under a lock, since two tabs, or a tab and the service worker, would upload the photos twice. */
function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  // Web Locks are missing on pages served over plain http, which have no service worker either.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}
