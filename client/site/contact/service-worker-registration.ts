import { HAS_SESSION } from "#client/app/document-state.ts"
import { SERVICE_WORKER_PATH } from "#server/contract/offline.ts"

/** It is undefined where browsers allow no service worker, as on pages served over plain http. */
export const container = (navigator as Partial<Navigator>).serviceWorker

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
