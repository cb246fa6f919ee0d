/** Returns undefined where the browser's storage is full or forbidden, and on the server, which has none. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
