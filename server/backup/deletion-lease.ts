import { randomUUID } from "node:crypto"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { openClock } from "#server/database/clock.ts"
import type { Database } from "#server/database/core/database.ts"
import { withSharedImageLock } from "#server/database/image-lock.ts"
import { retryWhileLocked } from "#server/database/transaction.ts"
import { acquireDeletionLease, releaseDeletionLease } from "#server/storage/leases.ts"

const RENEWAL_MS = MINUTE_MS
/** Copying a large database blocks the process, and with it the renewal, for a while. */
const LEASE_MS = 15 * MINUTE_MS

/** Prevents the deletion of stored images until it is disposed of, or for 15 minutes after the process has died. */
export async function leasePictureDeletions(db: Database): Promise<AsyncDisposable> {
  const holder = randomUUID()
  // Instances compare it with the same clock.
  const clock = await openClock(db)
  const renew = () =>
    retryWhileLocked(() => acquireDeletionLease(db, holder, new Date(clock.now().getTime() + LEASE_MS)))
  // A deletion that has not seen the lease ends first.
  await withSharedImageLock(db, renew)
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    // A failed renewal is repeated long before the lease expires.
    renewal = renewal.then(renew).catch(() => undefined)
  }, RENEWAL_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await renewal
      await retryWhileLocked(() => releaseDeletionLease(db, holder))
    },
  }
}
