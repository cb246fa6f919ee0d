/** Works like `Promise.all`, but on a failure also waits for the others, so that none outlives a lock that it needs. */
export async function settleAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
