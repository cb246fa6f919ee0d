import { KEPT_MS } from "#client/app/document-state.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { UploadError } from "#client/uploads/send-request.ts"
import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { deleteRecords, inStore } from "./contact-database.ts"

/**
 * Contact requests that wait in IndexedDB until the network is back. Both the page and the service worker send them,
 * so this module must import neither React nor code of the page.
 */

const LOCK = "contact-requests"

type Fetch = typeof globalThis.fetch

/** The paths that take a photo in chunks, and at once. */
export const PHOTO_URLS = { url: "/api/contact/uploads", wholeUrl: "/api/contact/photos" }

export interface QueuedPhoto {
  /** The shrunk photo; empty if only the server has the photo. */
  blob: Blob
  fileName: string
  /** The URL of an interrupted upload. */
  uploadUrl?: string | undefined
  /** The server's name for it, once it is uploaded. */
  name?: string | undefined
  /** How often it was refused, although the network worked, and when last, in milliseconds since 1970. */
  refusals?: number
  refusedAt?: number
}

/**
 * A request that waits, or that was sent or rejected by `sendQueued`. Its text goes first: photos take long on a weak
 * line, and some lines never let them pass.
 */
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
  /** Whether the page has told that the text was sent. */
  isShown?: boolean
  /** It is set once the text was sent. The page deletes the request as soon as no photos follow. */
  receipt?: SenderReceipt
  /** The number of photos that could not be sent after the text. */
  missing?: number
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

/** Stores a request's progress. Returns false if the request was deleted meanwhile, and then stores nothing. */
function replaceRequest(request: QueuedRequest): Promise<boolean> {
  return changeRequest(request.requestId, (stored) => stored && withShown(request, stored))
}

/** Notes that the page has told that the text was sent, so that no other visit tells it again. */
export function markShown(requestId: string): Promise<boolean> {
  return changeRequest(requestId, (stored) => stored && { ...stored, isShown: true })
}

function withShown(request: QueuedRequest, { isShown }: Partial<QueuedRequest> = {}): QueuedRequest {
  return isShown ? { ...request, isShown } : request
}

/** Changes the stored request, if there is one, and returns whether there is. */
async function changeRequest(
  requestId: string,
  change: (stored: QueuedRequest | undefined) => QueuedRequest | undefined,
): Promise<boolean> {
  let exists = false
  await inStore("requests", "readwrite", (store) => {
    const found: IDBRequest<QueuedRequest | undefined> = store.get(requestId)
    found.onsuccess = () => {
      exists = found.result !== undefined
      const changed = change(found.result)
      if (changed) store.put(changed)
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
 * Deletes old requests, sends those that wait and the photos that follow, and stores each outcome. Returns the number
 * of requests that are not complete, since the network or the server failed. A failure of the network does not reject.
 * `onTextSent` is called while photos follow a text that has arrived.
 */
export function sendQueued(fetch: Fetch, onTextSent: () => void = () => undefined): Promise<number> {
  return exclusively(async () => {
    const oldest = new Date(Date.now() - KEPT_MS).toISOString()
    await deleteRecords<QueuedRequest>("requests", ({ createdAt }) => createdAt <= oldest)
    await giveUpLatePhotos()
    const waiting = (await listQueuedRequests()).filter((request) => isWaiting(request) || hasPhotosToSend(request))
    let failed = 0
    for (const request of waiting) {
      const save = async (changed: QueuedRequest) => {
        const exists = await replaceRequest(changed)
        if (changed.receipt && !request.receipt) onTextSent()
        return exists
      }
      const sent = await sendQueuedRequest(request, fetch, save).catch(() => undefined)
      if (!sent) failed += 1
      // The receipt is shown even if the visitor withdrew the request after it had been sent.
      else if (sent.receipt) await changeRequest(sent.requestId, (stored) => withShown(sent, stored))
      else await replaceRequest(sent)
    }
    return failed
  })
}

/** Photos that did not follow in time are given up while there still is time to tell their sender. */
async function giveUpLatePhotos(): Promise<void> {
  const latest = new Date(Date.now() - KEPT_MS + DAY_MS).toISOString()
  for (const request of await listQueuedRequests()) {
    const { createdAt, photos } = request
    if (!hasPhotosToSend(request) || createdAt > latest) continue
    await replaceRequest({ ...request, photos: [], missing: photos.length })
  }
}

export function isWaiting({ receipt, rejection }: QueuedRequest): boolean {
  return !receipt && !rejection
}

/** Whether photos follow a text that has arrived. */
export function hasPhotosToSend({ receipt, photos }: QueuedRequest): boolean {
  return receipt !== undefined && photos.length > 0
}

/** Whether this device can send each photo again. */
export function hasAllBytes({ photos }: QueuedRequest): boolean {
  return photos.every(({ blob }) => blob.size > 0)
}

/**
 * Returns the request with its receipt or rejection, and stores its progress with `save`. Throws if another attempt may
 * succeed, or if `save` returns false because the request was withdrawn.
 */
export async function sendQueuedRequest(given: QueuedRequest, fetch: Fetch, save: Save): Promise<QueuedRequest> {
  let request = given
  for (let attempt = 0; ; attempt += 1) {
    if (isWaiting(request) && request.photos.some(({ name }) => name === undefined)) {
      const { receipt, rejection } = await post(request, [], fetch)
      if (rejection || !receipt) return { ...request, ...(rejection && { rejection }) }
      // What was withdrawn meanwhile has arrived all the same.
      request = { ...request, receipt }
      if (!(await save(request))) return complete(request)
    }
    try {
      request = await uploadPhotos(request, fetch, save)
    } catch (error) {
      if (error instanceof TakenBack && request.receipt) return complete(request)
      throw error
    }
    const names = request.photos.flatMap(({ name }) => name ?? [])
    if (request.receipt && names.length === 0) return complete(request)
    const { receipt, rejection } = await post(request, names, fetch)
    if (receipt) return complete({ ...request, receipt: request.receipt ?? receipt })
    // The server deletes photos that no request has named for a day, and a second attempt uploads them again.
    if (!rejection?.errors.photos || attempt > 0 || !hasAllBytes(request)) {
      if (request.receipt) return complete({ ...request, photos: request.photos.map(withoutName) })
      return { ...request, ...(rejection && { rejection }) }
    }
    request = { ...request, photos: request.photos.map(({ blob, fileName }) => ({ blob, fileName })) }
  }
}

/** The visitor has withdrawn the request. */
class TakenBack extends Error {}

type Save = (request: QueuedRequest) => Promise<boolean>

function withoutName({ name: _, ...photo }: QueuedPhoto): QueuedPhoto {
  return photo
}

/** Nothing follows any more; photos without a name did not arrive. */
function complete(request: QueuedRequest): QueuedRequest {
  const missing = request.photos.filter(({ name }) => name === undefined).length
  return { ...request, photos: [], ...(missing > 0 && { missing }) }
}

/** A photo that a network has refused as often as this, each time hours after the last, is left out. */
const REFUSALS_MAX = 5
const REFUSAL_PAUSE_MS = 6 * HOUR_MS

async function uploadPhotos(given: QueuedRequest, fetch: Fetch, save: Save): Promise<QueuedRequest> {
  let request = given
  let failure: unknown
  for (const [index, photo] of given.photos.entries()) {
    if (photo.name !== undefined || (photo.refusals ?? 0) >= REFUSALS_MAX) continue
    const savePhoto = async (changed: QueuedPhoto) => {
      request = { ...request, photos: request.photos.map((one, position) => (position === index ? changed : one)) }
      if (!(await save(request))) throw new TakenBack()
    }
    try {
      await uploadPhoto(photo, fetch, savePhoto)
    } catch (error) {
      const refusals = refusalsAfter(photo, error)
      if (refusals === undefined) throw error
      if (refusals !== photo.refusals) await savePhoto({ ...photo, refusals, refusedAt: Date.now() })
      // The others go on their way before this one is tried again.
      if (refusals < REFUSALS_MAX) failure = error
    }
  }
  if (failure !== undefined) throw failure
  return request
}

/** Returns undefined for failures of the network, and of a server that is busy. */
function refusalsAfter({ refusals = 0, refusedAt = 0 }: QueuedPhoto, error: unknown): number | undefined {
  if (!(error instanceof UploadError)) return undefined
  if (REJECTED.includes(error.status)) return REFUSALS_MAX
  if (!REFUSED.includes(error.status)) return undefined
  return Date.now() - refusedAt < REFUSAL_PAUSE_MS ? refusals : refusals + 1
}

/** A server that takes longer to answer counts as unreachable. */
export const SEND_MAX_MS = 60_000

async function post({ requestId, fields }: QueuedRequest, photos: readonly string[], fetch: Fetch) {
  const body = JSON.stringify({ ...fields, photos, requestId })
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

async function uploadPhoto(photo: QueuedPhoto, fetch: Fetch, save: (photo: QueuedPhoto) => Promise<void>) {
  const upload = { url: photo.uploadUrl, acknowledged: 0 }
  const { filenames } = await uploadInChunks(photo.blob, photo.fileName, upload, {
    ...PHOTO_URLS,
    signal: new AbortController().signal,
    send: (url, { method, headers = {}, body = null }) =>
      fetch(url, { method, headers, body, signal: timeoutSignal(CHUNK_MAX_MS) }),
    onProgress: () => undefined,
    onBegin: () => save({ ...photo, uploadUrl: upload.url }),
  })
  const name = filenames?.[0]
  // A network that asks for a log-in answers anything with its own page.
  if (!name) throw new Error("The photo has no name")
  await save({ ...photo, name })
}

interface ResponseBody {
  message?: string
  errors?: Record<string, string>
  reference?: string
  statusUrl?: string
}

/** Statuses after which another attempt would fail too, unlike those of a rate limit or of a proxy. */
const REJECTED = [400, 413, 415]

/** Statuses of a proxy or firewall that lets no photo pass, and perhaps never will. */
const REFUSED = [403, 405, 501]

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
