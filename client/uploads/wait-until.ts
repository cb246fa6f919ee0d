/** Resolves as soon as the condition is true, now or when one of the listeners is called. */
export function waitUntil(isTrue: () => boolean, listeners: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    function check() {
      if (!isTrue()) return
      listeners.delete(check)
      resolve()
    }
    listeners.add(check)
    check()
  })
}
