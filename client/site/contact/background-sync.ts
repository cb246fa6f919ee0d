import { SYNC_TAG } from "#server/contract/offline.ts"
import { container } from "./service-worker-registration.ts"

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

/** Calls back when the service worker has tried to send the requests. Returns a function that stops listening. */
export function onSynced(callback: () => void): () => void {
  const stop = new AbortController()
  container?.addEventListener("message", ({ data }) => data === SYNC_TAG && callback(), { signal: stop.signal })
  return () => stop.abort()
}
