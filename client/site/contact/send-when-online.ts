import { createNetwork } from "#client/uploads/retry-offline.ts"
import { SYNC_TAG } from "#server/contract/offline.ts"
import { sendRequests } from "./send-requests.ts"
import { container } from "./service-worker-registration.ts"

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [10_000, 30_000, 60_000, 120_000] as const

/** Aborts the attempts of this page, which go on after the form is closed until another one takes over. */
let sending: AbortController | undefined

const network = createNetwork()

/** Sends what waits from a page without a form; the form that wrote it shows the outcome when it is opened. */
export async function sendFromAnyPage(): Promise<void> {
  if (!sending) await sendWhenOnline(false, async () => undefined)
}

/** Sends what waits, now or as soon as the network is back, and after growing pauses, until nothing waits. */
export async function sendWhenOnline(isPaused: boolean, showOutcomes: () => Promise<void>): Promise<void> {
  sending?.abort()
  sending = new AbortController()
  const { signal } = sending
  let returns = network.returns()
  for (let attempts = 0; ; attempts += 1) {
    // If the network comes back while an attempt fails, the next attempt follows at once.
    const isBack = network.returns() > returns
    if ((isPaused || attempts > 0) && !isBack) await network.wait(PAUSES_MS[attempts] ?? PAUSES_MS[3], signal)
    if (signal.aborted) return
    returns = network.returns()
    const waiting = await sendRequests(fetch, () => void showOutcomes().catch(() => undefined))
    // A request that is withdrawn while it is being sent has its outcome, too.
    await showOutcomes()
    if (waiting === 0 || signal.aborted) return
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  /** It is missing in browsers without background sync. */
  sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to wake the service worker once the network is back, so that it sends the waiting requests. Returns
 * false if it cannot do so.
 */
export async function requestSync(): Promise<boolean> {
  const registration: SyncRegistration | undefined = await container?.getRegistration()
  await registration?.sync?.register(SYNC_TAG)
  return registration?.sync !== undefined
}

/** Calls back when the service worker has tried to send the requests, until the signal aborts. */
export function onSynced(callback: () => void, signal: AbortSignal): void {
  container?.addEventListener("message", ({ data }) => data === SYNC_TAG && callback(), { signal })
}
