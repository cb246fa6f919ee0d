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

/** The last one repeats. */
const PAUSES_MS = [10_000, 30_000, 60_000, 120_000] as const

interface OfflineSubmissionOptions {
  onChange: (queuedId: string | undefined) => void
  onSent: (request: QueuedRequest) => void
  onRejected: (request: QueuedRequest) => void
  /** When the form is left for another page. */
  left: AbortSignal
}

/** The attempts of this page: they go on while the form is left, and a form that is opened again takes them over. */
let sending = new AbortController()

/** The request that waits on this device until the network is back. */
export function createOfflineSubmission({ onChange, onSent, onRejected, left }: OfflineSubmissionOptions) {
  let queuedId: string | undefined

  function change(id: string | undefined) {
    queuedId = id
    onChange(id)
  }

  /** Shows what became of requests, also of those that the service worker has sent. */
  async function showOutcomes() {
    // Attempts go on, and the form shows what became of them when it is opened again.
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
    // The network may come back while an attempt fails: the next one then follows at once.
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
      // Some browsers can send it once the page is closed.
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
