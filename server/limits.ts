import { words } from "./contract/words.ts"
import type { WriteTransaction } from "./database/write.ts"
import { AppError } from "./errors.ts"

export interface Limit {
  action: string
  /** How many events pass within the window. */
  most: number
  seconds: number
}

/** Counts one event, or throws `throttled` with the seconds until the oldest one leaves the window. */
export async function countEvent(trx: WriteTransaction, limit: Limit, subject: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - limit.seconds * 1000).toISOString()
  const events = await trx
    .selectFrom("limits")
    .select("at")
    .where("action", "=", limit.action)
    .where("subject", "=", subject)
    .where("at", ">", windowStart)
    .orderBy("at", "desc")
    .limit(limit.most)
    .execute()
  const oldest = events[limit.most - 1]
  if (oldest) {
    const retryAfter = Math.ceil((Date.parse(oldest.at) - Date.parse(windowStart)) / 1000)
    throw new AppError("throttled", words.tooManyAttempts, { retryAfter: Math.max(retryAfter, 1) })
  }
  const expiresAt = new Date(now.getTime() + limit.seconds * 1000).toISOString()
  await trx.deleteFrom("limits").where("expiresAt", "<=", now.toISOString()).execute()
  await trx.insertInto("limits").values({ action: limit.action, subject, at: now.toISOString(), expiresAt }).execute()
}
