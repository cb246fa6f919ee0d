import { uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { UploadError } from "#client/uploads/send-request.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { inStore } from "./contact-database.ts"

/**
 * Contact requests that wait on this device, in IndexedDB, until the network is back. The page and the service worker
 * both send them: this module needs neither React nor the page.
 */

const LOCK = "contact-requests"

type Fetch = typeof globalThis.fetch

/** Where uploads of photos begin. */
export const PHOTOS_URL = "/api/contact/uploads"

export interface QueuedPhoto {
  /** Small enough already: it travels as it is. Empty if only the server has the photo. */
  blob: Blob
  fileName: string
  /** The URL of an upload that has broken off. */
  uploadUrl?: string | undefined
  /** The server's name for it, once it is uploaded. */
  name?: string | undefined
}

/** A request as `sendQueued` finds it, and as it leaves it. */
export interface QueuedRequest {
  /** The server stores one request of an id, however often it is sent. */
  requestId: string
  /** What POST /api/contact takes, without `photos` and `requestId`. */
  fields: Record<string, unknown>
  photos: QueuedPhoto[]
  /** ISO 8601, UTC. */
  createdAt: string
  /** Set once the request was sent; the page shows it and deletes the request. */
  receipt?: SenderReceipt
  /** Set once the server has rejected the request for good; the page brings it back into the form and deletes it. */
  rejection?: Rejection
}

interface Rejection {
  message: string
  /** By field. */
  errors: Record<string, string>
}

/** Adds a request, or replaces the one of its id. Rejects where storage is full or forbidden. */
export function putQueuedRequest(request: QueuedRequest): Promise<unknown> {
  return inStore("requests", "readwrite", (store) => store.put(request))
}

/** Lists the requests, oldest first: those that wait, and those that were sent or rejected and nobody has seen yet. */
export async function listQueuedRequests(): Promise<QueuedRequest[]> {
  const all: QueuedRequest[] = await inStore("requests", "readonly", (store) => store.getAll())
  return all.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/** Returns false where the request was deleted meanwhile. */
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

export function deleteQueuedRequest(requestId: string): Promise<unknown> {
  return inStore("requests", "readwrite", (store) => store.delete(requestId))
}

/**
 * Sends what waits, with its photos first, and stores each receipt or rejection with its request. Returns the number of
 * requests that still wait, since the network or the server failed. A failure of the network does not reject.
 */
export function sendQueued(fetch: Fetch): Promise<number> {
  return exclusively(async () => {
    const waiting = (await listQueuedRequests()).filter(isWaiting)
    let failed = 0
    for (const request of waiting) {
      const sent = await sendQueuedRequest(request, fetch, replaceRequest).catch(() => undefined)
      // The receipt is shown even if the request was taken back after it had been sent.
      if (sent) await putQueuedRequest(sent)
      else failed += 1
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
 * Returns the request with its receipt or rejection. `save` gets the progress. Throws where another attempt may succeed,
 * and where `save` returns false, since the request was taken back.
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
        request = { ...request, photos: request.photos.with(index, changed) }
        if (!(await save(request))) throw new Error("Taken back")
      }
      const rejection = await uploadPhoto(photo, fetch, savePhoto)
      if (rejection) return { ...request, rejection }
    }
    const { receipt, rejection } = await post(request, fetch)
    if (receipt) return { ...request, photos: [], receipt }
    // The server deletes photos that no request names for a day.
    if (!rejection?.errors.photos || attempt > 0 || !hasAllBytes(request)) {
      return { ...request, ...(rejection && { rejection }) }
    }
    request = { ...request, photos: request.photos.map(({ blob, fileName }) => ({ blob, fileName })) }
  }
}

async function post({ requestId, fields, photos }: QueuedRequest, fetch: Fetch) {
  const body = JSON.stringify({ ...fields, photos: photos.map(({ name }) => name), requestId })
  const response = await fetch("/api/contact", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  })
  const { answer, rejection } = await readResponse(response)
  if (rejection) return { rejection }
  const { reference = "", statusUrl = "" } = answer
  return { receipt: { reference, statusUrl: statusUrl && new URL(statusUrl).pathname } }
}

/** A chunk that takes longer counts as lost with the network. */
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
        fetch(url, { method, headers, body, signal: AbortSignal.timeout(CHUNK_MAX_MS) }),
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

/** Statuses of what would be rejected again; a reached limit or the error of a proxy is worth another attempt. */
const REJECTED = [400, 413, 415]

async function readResponse(response: Response): Promise<{ answer: ResponseBody; rejection?: Rejection }> {
  const answer: ResponseBody = await response.json()
  if (response.ok) return { answer }
  if (!REJECTED.includes(response.status)) throw new Error(`Status ${response.status}`)
  return { answer, rejection: { message: answer.message ?? "", errors: answer.errors ?? {} } }
}

/** Two tabs, or a tab and the service worker, would upload the photos twice. */
function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  // Missing on pages served over plain http, which have no service worker either.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}
