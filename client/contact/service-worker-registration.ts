import { HAS_SESSION } from "#client/document-state.ts"
import { SERVICE_WORKER_PATH, SYNC_TAG } from "#server/contract/offline.ts"

/** Missing where the browser does not allow one, as on pages served over plain http. */
const container = (navigator as Partial<Navigator>).serviceWorker

/**
 * Registers the service worker as soon as the form is used, by whoever is not logged in, and makes it cache this page
 * with all that it has fetched. Returns what stops the waiting.
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
  /** Missing where the browser has no background sync. */
  sync?: { register(tag: string): Promise<void> }
}

/** Has the requests that wait sent when the network is back, even if no page is open then, where the browser can. */
export async function requestSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await container?.getRegistration()
  await registration?.sync?.register(SYNC_TAG)
}

/** Calls back when the service worker has tried to send the requests that wait. Returns what ends it. */
export function onSynced(callback: () => void): () => void {
  const stop = new AbortController()
  container?.addEventListener("message", ({ data }) => data === SYNC_TAG && callback(), { signal: stop.signal })
  return () => stop.abort()
}
