/** AbortSignal.timeout(), which Chrome 99 and Safari 15 lack. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
