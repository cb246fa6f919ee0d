import { CONTACT_DRAFT } from "#client/app/document-state.ts"
import { createNetwork } from "#client/uploads/retry-offline.ts"
import { onSynced, requestSync } from "./background-sync.ts"
import {
  deleteQueuedRequest,
  hasPhotosToSend,
  isWaiting,
  listQueuedRequests,
  markShown,
  putQueuedRequest,
  type QueuedRequest,
  sendQueued,
  takeRequest,
} from "./request-queue.ts"

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [10_000, 30_000, 60_000, 120_000] as const

interface OfflineSubmissionOptions {
  /** The key of the form's draft. Other drafts show the outcome of their requests themselves. */
  draftKey: string
  onChange: (state: { isQueued: boolean; sendsInBackground: boolean }) => void
  /** Its photos may still follow. */
  onSent: (request: QueuedRequest) => void
  /** It tells that the photos, which followed a text, have arrived, or how many are missing. */
  onPhotosSent: (missing: number) => void
  /** It restores the form from the request. */
  onRejected: (request: QueuedRequest) => void
  /** Whether the form contains something else than the request. */
  isTaken: (request: QueuedRequest) => boolean
  /** It aborts when the visitor leaves the form for another page. */
  left: AbortSignal
}

/** Aborts the attempts of this page, which go on after the form is closed until another one takes over. */
let sending = new AbortController()

/** Stores a request on this device, and sends it when the network is back. */
export function createOfflineSubmission(options: OfflineSubmissionOptions) {
  const { draftKey, onChange, onSent, onPhotosSent, onRejected, isTaken, left } = options
  /** The request that waits and that the form shows. */
  let queuedId: string | undefined

  async function show(id: string) {
    queuedId = id
    // Some browsers can send the request after the page is closed.
    const sendsInBackground = await requestSync().catch(() => false)
    if (id === queuedId) onChange({ isQueued: true, sendsInBackground })
  }

  function hide() {
    queuedId = undefined
    onChange({ isQueued: false, sendsInBackground: false })
  }

  async function listOwn(): Promise<QueuedRequest[]> {
    return (await listQueuedRequests()).filter(({ draft = CONTACT_DRAFT }) => draft === draftKey)
  }

  /** Shows the outcome of requests, including those that the service worker has sent. */
  async function showOutcomes() {
    // Attempts go on after the visitor has left, and the form shows their outcome when it is opened again.
    if (left.aborted) return
    const shown = queuedId
    const requests = await listOwn()
    const waits = requests.some((request) => request.requestId === shown && isWaiting(request))
    if (shown && shown === queuedId && !waits) hide()
    for (const request of requests) {
      // A rejected request stays until the form is empty again.
      if (isWaiting(request) || (request.rejection && isTaken(request))) continue
      if (hasPhotosToSend(request)) {
        if (!request.isShown && (await markShown(request.requestId))) onSent(request)
        continue
      }
      if (!(await takeRequest(request.requestId))) continue
      if (request.rejection) onRejected(request)
      else if (request.isShown) onPhotosSent(request.missing ?? 0)
      else onSent(request)
    }
  }

  /** Sends as soon as the network is back, and after growing pauses, until nothing waits. */
  async function sendAll(isPaused: boolean) {
    sending.abort()
    sending = new AbortController()
    const { signal } = sending
    const network = createNetwork()
    // If the network comes back while an attempt fails, the next attempt follows at once.
    let wentOnline = false
    addEventListener("online", () => (wentOnline = true), { signal })
    for (let attempts = 0; ; attempts += 1) {
      if ((isPaused || attempts > 0) && !wentOnline) await network.wait(PAUSES_MS[attempts] ?? PAUSES_MS[3], signal)
      if (signal.aborted) return
      wentOnline = false
      const waiting = await sendQueued(fetch, () => void showOutcomes().catch(() => undefined))
      // A request that is withdrawn while it is being sent has its outcome, too.
      await showOutcomes()
      if (waiting === 0 || signal.aborted) return
    }
  }

  const stopListening = onSynced(() => void showOutcomes().catch(() => undefined))
  left.addEventListener("abort", stopListening)

  return {
    isQueued: () => queuedId !== undefined,
    /** Finds a request in the queue, whether it waits or has an outcome. */
    async find(requestId: string | undefined): Promise<QueuedRequest | undefined> {
      const requests = await listOwn().catch(() => [])
      return requests.find((request) => request.requestId === requestId)
    },
    /** Notes that the form shows this request, which waits. */
    show,
    /** Rejects where storage is full or forbidden. */
    async enqueue(request: Omit<QueuedRequest, "draft">) {
      await putQueuedRequest({ ...request, draft: draftKey })
      await show(request.requestId)
      void sendAll(true).catch(() => undefined)
    },
    /** Sends what earlier visits have queued, and shows what became of it. */
    resume() {
      void sendAll(false).catch(() => undefined)
    },
    async cancelSending() {
      if (!queuedId) return
      sending.abort()
      const id = queuedId
      hide()
      await deleteQueuedRequest(id).catch(() => undefined)
    },
  }
}
