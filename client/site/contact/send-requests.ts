import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { isRejection, UploadError } from "#client/uploads/http.ts"
import { REFUSED, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { ACCOUNT_HEADER } from "#server/contract/account-header.ts"
import { HOUR_MS } from "#server/contract/durations.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { changeRecord, deleteExpired, listRecords, putRecord } from "./contact-database.ts"
import {
  isLate,
  isUnderWay,
  type RecordPicture,
  type Rejection,
  type RequestAction,
  type RequestRecord,
  reduceRequest,
} from "./request-record.ts"

const LOCK = "contact-requests"

type Fetch = typeof globalThis.fetch

/** The paths that take a picture in chunks, and at once. */
export const UPLOAD_URLS = { url: "/api/contact/uploads", wholeUrl: "/api/contact/photos" }

/**
 * Sends the requests that wait and the pictures that follow, and stores each outcome. Returns the number of requests
 * that are not complete, since the network or the server failed. A failure of the network does not reject. `onTextSent`
 * is called while pictures follow a text that has arrived.
 */
export function sendRequests(fetch: Fetch, onTextSent: () => void = () => undefined): Promise<number> {
  return exclusively(async () => {
    await deleteExpired()
    let failed = 0
    for (const record of (await listRecords()).filter(isUnderWay)) {
      if (isLate(record, Date.now()))
        await changeRecord(record.idempotencyKey, { type: "completed", withoutPictures: true })
      else if (!(await sendStored(record, fetch, onTextSent))) failed += 1
    }
    return failed
  })
}

/** Returns whether the request has an outcome, or was withdrawn. */
async function sendStored(stored: RequestRecord, fetch: Fetch, onTextSent: () => void): Promise<boolean> {
  let record = stored
  try {
    await sendRecord(stored, fetch, async (action) => {
      record = reduceRequest(record, action) ?? record
      const isKept = (await changeRecord(stored.idempotencyKey, action)) !== undefined
      if (action.type === "received") onTextSent()
      return isKept
    })
    return true
  } catch (error) {
    if (!(error instanceof Withdrawn)) return false
    // The receipt is shown even if the visitor withdrew the request after it had been sent.
    const arrived = reduceRequest(record, { type: "completed" }) ?? record
    if (arrived.state === "sent") await putRecord(arrived)
    return true
  }
}

/** The visitor has withdrawn or changed the request. */
class Withdrawn extends Error {}

type Store = (action: RequestAction) => Promise<boolean>

/**
 * Sends a request: its text first, since pictures take long on a weak line, and some lines never let them pass. Each
 * step is stored before the next. Throws if another attempt may succeed, or if `store` returns false.
 */
export async function sendRecord(given: RequestRecord, fetch: Fetch, store: Store): Promise<void> {
  let record = given
  for (let attempt = 0; ; attempt += 1) {
    if (record.state === "waiting" && record.pictures.some(({ name }) => !name)) {
      const answer = await post(record, [], fetch)
      if ("rejection" in answer) return step({ type: "rejected", ...answer })
      await step({ type: "received", ...answer })
    }
    await uploadPictures(record.pictures)
    const names = [...record.attached, ...record.pictures.flatMap(({ name }) => name ?? [])]
    if (record.state === "sending" && names.length === 0) return step({ type: "completed" })
    const answer = await post(record, names, fetch)
    if ("receipt" in answer) return step({ type: "completed", ...answer })
    // The server deletes pictures that no request has named for a day, and a second attempt uploads them again.
    const isRepeatable = answer.rejection.errors.photos && attempt === 0 && record.attached.length === 0
    if (!isRepeatable) {
      return step(
        record.state === "sending" ? { type: "completed", withoutPictures: true } : { type: "rejected", ...answer },
      )
    }
    await step({ type: "picturesLost" })
  }

  async function step(action: RequestAction): Promise<void> {
    record = reduceRequest(record, action) ?? record
    if (!(await store(action))) throw new Withdrawn()
  }

  async function uploadPictures(pictures: readonly RecordPicture[]): Promise<void> {
    let failure: unknown
    for (const picture of pictures) {
      if (picture.name || (picture.refusals ?? 0) >= REFUSALS_MAX) continue
      let uploaded = picture
      const save = (changes: Partial<RecordPicture>) => {
        uploaded = { ...uploaded, ...changes }
        return step({ type: "uploaded", picture: uploaded })
      }
      try {
        await uploadPicture(picture, fetch, save)
      } catch (error) {
        const refusals = refusalsAfter(picture, error)
        if (refusals === undefined) throw error
        if (refusals !== picture.refusals) await save({ refusals, refusedAt: Date.now() })
        // The others go on their way before this one is tried again.
        if (refusals < REFUSALS_MAX) failure = error
      }
    }
    if (failure !== undefined) throw failure
  }
}

/** A picture that a network has refused as often as this, each time hours after the last, is left out. */
const REFUSALS_MAX = 5
const REFUSAL_PAUSE_MS = 6 * HOUR_MS

/** Returns undefined for failures of the network, and of a server that is busy. */
function refusalsAfter({ refusals = 0, refusedAt = 0 }: RecordPicture, error: unknown): number | undefined {
  if (!(error instanceof UploadError)) return undefined
  if (isRejection(error)) return REFUSALS_MAX
  if (!REFUSED.includes(error.status)) return undefined
  return Date.now() - refusedAt < REFUSAL_PAUSE_MS ? refusals : refusals + 1
}

/** A server that takes longer to answer counts as unreachable. */
export const SEND_MAX_MS = 60_000

type Answer = { receipt: SenderReceipt } | { rejection: Rejection }

async function post(record: RequestRecord, pictures: readonly string[], fetch: Fetch): Promise<Answer> {
  const { token, idempotencyKey, account } = record
  const call = token
    ? { url: "/api/contact/additions", fields: { token, idempotencyKey } }
    : { url: "/api/contact", fields: { requestId: idempotencyKey } }
  const response = await fetch(call.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(account && { [ACCOUNT_HEADER]: String(account) }) },
    // By now somebody else may be logged in, whose request it is not.
    credentials: account ? "same-origin" : "omit",
    body: JSON.stringify({ ...record.body, photos: pictures, ...call.fields }),
    signal: timeoutSignal(SEND_MAX_MS),
  })
  const { message = "", errors = {}, reference = "", statusUrl = "" } = await response.json()
  if (response.ok) return { receipt: { reference, statusUrl: statusUrl && new URL(statusUrl).pathname } }
  const isLinkGone = token && LINK_GONE.includes(response.status)
  // Another attempt would succeed after a rate limit or a failure of a proxy.
  if (!isRejection(response) && !isLinkGone) throw new Error(`Status ${response.status}`)
  return { rejection: { message, errors } }
}

/** A chunk that takes longer fails like a lost connection. */
const CHUNK_MAX_MS = 120_000

async function uploadPicture(
  picture: RecordPicture,
  fetch: Fetch,
  save: (changes: Partial<RecordPicture>) => Promise<void>,
) {
  const upload = { url: picture.uploadUrl, acknowledged: 0 }
  const { filenames } = await uploadInChunks(picture.blob, picture.fileName, upload, {
    ...UPLOAD_URLS,
    signal: new AbortController().signal,
    send: (url, { method, headers = {}, body = null }) =>
      fetch(url, { method, headers, body, signal: timeoutSignal(CHUNK_MAX_MS) }),
    onProgress: () => undefined,
    onBegin: () => save({ uploadUrl: upload.url }),
  })
  const name = filenames?.[0]
  // A network that asks for a log-in answers anything with its own page.
  if (!name) throw new Error("The picture has no name")
  await save({ name })
}

/** An addition's link has expired, or its request takes no more. */
const LINK_GONE = [404, 409]

/**
 * Runs `work` under a lock, since two tabs, or a tab and the service worker, would upload the pictures twice. A lock
 * ends with whoever held it, where a state in the record would outlive a tab that was closed while it was sending.
 */
function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  // Web Locks are missing on pages served over plain http, which have no service worker either.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}
