/** As `Promise.all`, but a failure waits for the others too: none goes on once a lock that it needs is released. */
export async function settleAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
