import { HOUR_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"

/** Visitors may have so much stored, all together, that no contact request has taken up. It is deleted after a day. */
const BYTES_MAX = 1024 ** 3

/** Throws `unavailable` if that many bytes more would not fit. What is only announced takes no room from others. */
export async function requireRoomForVisitors(db: Database, now: Date, bytes = 0): Promise<void> {
  const sending = await db
    .selectFrom("uploads")
    .select((row) => row.fn.sum<number | null>("received").as("bytes"))
    .where("accountId", "is", null)
    .where("image", "is", null)
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst()
  const waiting = await db
    .selectFrom("images")
    .select((row) => row.fn.sum<number | null>("bytes").as("bytes"))
    .where("privateAt", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("messagePhotos").select("image").whereRef("image", "=", "images.name"))),
    )
    .executeTakeFirst()
  // PostgreSQL returns large sums as texts.
  if (Number(sending?.bytes) + Number(waiting?.bytes) + bytes > BYTES_MAX)
    throw new AppError("unavailable", responseTexts.tooManyPicturesWaiting, { retryAfter: HOUR_MS / 1000 })
}
