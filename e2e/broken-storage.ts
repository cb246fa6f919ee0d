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

/** Lets storage be read, but takes nothing more, as on a full device and in private windows of older browsers. */
export async function fillStorage(page: Page) {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
    }
    Storage.prototype.setItem = refuse
    const open = () => {
      const request = new EventTarget() as EventTarget & { onerror?: () => void; error: DOMException }
      request.error = new DOMException("Full", "QuotaExceededError")
      setTimeout(() => request.onerror?.())
      return request as unknown as IDBOpenDBRequest
    }
    if (globalThis.indexedDB) IDBFactory.prototype.open = open
  })
}
