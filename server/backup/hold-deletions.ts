import { type Database, retryWhileLocked } from "#server/database/transaction.ts"
import { acquireLease, PICTURE_DELETIONS, releaseLease } from "#server/storage/leases.ts"

const RENEWED_EVERY_MS = 60_000
/** Copying a large database takes all of the process for a while. */
const HELD_MS = 15 * 60_000

/** No picture is deleted until this is disposed of; whoever dies before holds them for a quarter of an hour at most. */
export async function holdPictureDeletions(db: Database): Promise<AsyncDisposable> {
  const renew = () => retryWhileLocked(() => acquireLease(db, PICTURE_DELETIONS, new Date(Date.now() + HELD_MS)))
  await renew()
  let turn = Promise.resolve()
  const timer = setInterval(() => {
    // One that fails is tried again long before the time is up.
    turn = turn.then(renew).catch(() => undefined)
  }, RENEWED_EVERY_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await turn
      await retryWhileLocked(() => releaseLease(db, PICTURE_DELETIONS))
    },
  }
}
