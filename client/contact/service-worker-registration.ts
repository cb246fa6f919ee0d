import { HAS_SESSION } from "#client/document-state.ts"
import { SERVICE_WORKER_PATH, SYNC_TAG } from "#server/contract/offline.ts"

/** It is undefined where browsers allow no service worker, as on pages served over plain http. */
const container = (navigator as Partial<Navigator>).serviceWorker

/**
 * Registers the service worker when the form is first used, unless the visitor is logged in, and makes it cache this
 * page with all its resources. Returns a function that stops waiting for that use.
 */
export function registerAtFirstUse(form: HTMLElement): () => void {
  const stop = new AbortController()
  const use = () => {
    stop.abort()
    register().catch(() => undefined)
  }
  if (form.contains(document.activeElement)) use()
  for (const type of ["focusin", "input"]) form.addEventListener(type, use, { signal: stop.signal })
  return () => stop.abort()
}

async function register() {
  if (!container || document.documentElement.hasAttribute(HAS_SESSION)) return
  await container.register(SERVICE_WORKER_PATH)
  const { active } = await container.ready
  active?.postMessage([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)])
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

/** Calls back when the service worker has tried to send the requests. Returns a function that stops listening. */
export function onSynced(callback: () => void): () => void {
  const stop = new AbortController()
  container?.addEventListener("message", ({ data }) => data === SYNC_TAG && callback(), { signal: stop.signal })
  return () => stop.abort()
}
