import type { InboxState } from "#server/contract/messages.ts"
import type { Database } from "#server/database/core/database.ts"
import { countFollowUps, countUndelivered, countWaiting } from "./queries.ts"

/** Reads the version before the counts, so that newer counts are sent twice rather than missed. */
export async function readInboxState(db: Database, now: Date): Promise<InboxState> {
  const version = await readInboxVersion(db)
  const [waiting, followUps] = [await countWaiting(db, now), await countFollowUps(db, now)]
  return { version, waiting, followUps, undelivered: await countUndelivered(db) }
}

export async function readInboxVersion(db: Database): Promise<number> {
  const { version } = await db.selectFrom("messageVersion").select("version").executeTakeFirstOrThrow()
  return version
}
