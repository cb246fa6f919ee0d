/** Storage as browsers have it, with the stored keys as own properties, for tests without a DOM. */
export class FakeStorage {
  [key: string]: unknown

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem(key: string, value: string) {
    this[key] = value
  }

  removeItem(key: string) {
    delete this[key]
  }
}

/** Storage that has no room left. */
export class FullStorage extends FakeStorage {
  override setItem() {
    throw new DOMException("full", "QuotaExceededError")
  }
}
