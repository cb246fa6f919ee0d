import type { Page } from "@playwright/test"

/** Refuses every kind of storage, as browsers do with cookies turned off and in some private windows. */
export async function refuseStorage(page: Page) {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    }
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(globalThis, name, { get: refuse })
    Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse })
    const register = async () => refuse()
    if (navigator.serviceWorker) navigator.serviceWorker.register = register
    if (navigator.locks) navigator.locks.request = register as typeof navigator.locks.request
  })
}
