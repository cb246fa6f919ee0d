import { UploadError } from "./http.ts"

/** Pauses between attempts; after the last one the upload fails, and the user can retry it. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 30_000]

interface Network {
  isOnline: () => boolean
  /** How often the browser has said that the network is back. */
  returns: () => number
  /** Resolves after `ms`, if defined, or earlier when the network is back or `signal` aborts. */
  wait: (ms: number | undefined, signal: AbortSignal) => Promise<void>
}

interface Retrying {
  /** Returns a number that grows with each success, after which the pauses start over. */
  progress: () => number
  /** It receives the milliseconds until the next attempt, undefined while the browser is offline, and the failure. */
  onWait: (ms: number | undefined, error: UploadError) => void
  onRetry: () => void
  signal: AbortSignal
  network: Network
}

/** Repeats an upload that fails for lack of a network, after growing pauses or as soon as the browser is online. */
export async function retryOffline<Result>(
  attempt: () => Promise<Result>,
  { progress, onWait, onRetry, signal, network }: Retrying,
): Promise<Result> {
  let failures = 0
  for (;;) {
    const before = progress()
    const returns = network.returns()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof UploadError) || error.status !== 0 || signal.aborted) throw error
      // What was under way when the network came back was still on the lost one.
      const isBack = network.returns() > returns
      if (isBack || !network.isOnline() || progress() > before) failures = 0
      const pause = PAUSES_MS[failures]
      if (pause === undefined) throw error
      const wait = isBack ? 0 : network.isOnline() ? pause : undefined
      failures += 1
      onWait(wait, error)
      await network.wait(wait, signal)
      if (signal.aborted) throw error
      onRetry()
    }
  }
}

/** Returns the network of the browser; `retryNow` ends a pause. */
export function createNetwork(): Network & { retryNow: () => void } {
  const retries = new EventTarget()
  let returns = 0
  // Node has neither this function nor the event.
  globalThis.addEventListener?.("online", () => {
    returns += 1
  })
  return {
    isOnline: () => navigator.onLine,
    returns: () => returns,
    retryNow: () => retries.dispatchEvent(new Event("retry")),
    wait(ms, signal) {
      const ended = new AbortController()
      const once = { once: true, signal: ended.signal }
      return new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(end, ms)
        function end() {
          clearTimeout(timer)
          ended.abort()
          resolve()
        }
        addEventListener("online", end, once)
        retries.addEventListener("retry", end, once)
        signal.addEventListener("abort", end, once)
      })
    },
  }
}
