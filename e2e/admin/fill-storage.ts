import type { Page } from "@playwright/test"

/** Makes the storage full, so that typed text exists in the form alone. */
export function fillStorage(page: Page) {
  return page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("unsaved:")) throw new DOMException("full", "QuotaExceededError")
      setItem.call(this, key, value)
    }
  })
}
