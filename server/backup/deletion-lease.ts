import { randomUUID } from "node:crypto"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { openClock } from "#server/database/clock.ts"
import type { Database } from "#server/database/core/database.ts"
import { withSharedImageLock } from "#server/database/image-lock.ts"
import { retryWhileLocked } from "#server/database/transaction.ts"
import { acquireDeletionLease, releaseDeletionLease } from "#server/images/store/deletion.ts"

const RENEWAL_MS = MINUTE_MS
/** It is long, since copying a large database blocks the process, and thus the renewal, for a while. */
const LEASE_MS = 15 * MINUTE_MS

/** Prevents the deletion of stored images until it is disposed of, or for 15 minutes after the process has died. */
export async function leasePictureDeletions(db: Database): Promise<AsyncDisposable> {
  const holder = randomUUID()
  // All instances compare the lease with this clock.
  const clock = await openClock(db)
  const renew = () =>
    retryWhileLocked(() => acquireDeletionLease(db, holder, new Date(clock.now().getTime() + LEASE_MS)))
  // A deletion that began before the lease must end first.
  await withSharedImageLock(db, renew)
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    // If a renewal fails, the next one comes long before the lease expires.
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
