import { createNetwork } from "#client/uploads/retry-offline.ts"
import {
  deleteQueuedRequest,
  isWaiting,
  listQueuedRequests,
  putQueuedRequest,
  type QueuedRequest,
  sendQueued,
} from "./request-queue.ts"
import { onSynced, requestSync } from "./service-worker-registration.ts"

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [10_000, 30_000, 60_000, 120_000] as const

interface OfflineSubmissionOptions {
  onChange: (queuedId: string | undefined) => void
  onSent: (request: QueuedRequest) => void
  onRejected: (request: QueuedRequest) => void
  /** It aborts when the visitor leaves the form for another page. */
  left: AbortSignal
}

/** Aborts the attempts of this page, which go on after the form is closed until another one takes over. */
let sending = new AbortController()

/** Stores a request on this device, and sends it when the network is back. */
export function createOfflineSubmission({ onChange, onSent, onRejected, left }: OfflineSubmissionOptions) {
  let queuedId: string | undefined

  function change(id: string | undefined) {
    queuedId = id
    onChange(id)
  }

  /** Shows the outcome of requests, including those that the service worker has sent. */
  async function showOutcomes() {
    // Attempts go on after the visitor has left, and the form shows their outcome when it is opened again.
    if (left.aborted) return
    const requests = await listQueuedRequests()
    change(requests.find(isWaiting)?.requestId)
    for (const request of requests) {
      if (isWaiting(request)) continue
      await deleteQueuedRequest(request.requestId)
      if (request.receipt) onSent(request)
      else onRejected(request)
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
      const waiting = await sendQueued(fetch)
      if (signal.aborted) return
      await showOutcomes()
      if (waiting === 0 || signal.aborted) return
    }
  }

  const stopListening = onSynced(() => void showOutcomes().catch(() => undefined))
  left.addEventListener("abort", stopListening)

  return {
    isQueued: () => queuedId !== undefined,
    /** Rejects where storage is full or forbidden. */
    async enqueue(request: QueuedRequest) {
      await putQueuedRequest(request)
      change(request.requestId)
      // Some browsers can send the request after the page is closed.
      void requestSync().catch(() => undefined)
      void sendAll(true).catch(() => undefined)
    },
    /** Sends what an earlier visit has queued. */
    resume() {
      void sendAll(false).catch(() => undefined)
    },
    async cancelSending() {
      if (!queuedId) return
      sending.abort()
      const id = queuedId
      change(undefined)
      await deleteQueuedRequest(id).catch(() => undefined)
    },
  }
}
