import { isPostgres } from "./engine.ts"
import { lockOnPostgres } from "./postgres/image-lock.ts"
import { lockOnSqlite } from "./sqlite/image-lock.ts"
import type { Database } from "./transaction.ts"

/**
 * Runs `work` while no process deletes images. Images and rows are in two places, so that no transaction contains both.
 */
export function whileStoringImages<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return isPostgres(db) ? lockOnPostgres(db, "shared", work) : lockOnSqlite(db, "shared", work)
}

/** Runs `work` while no process stores images or their rows. */
export function whileDeletingImages<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return isPostgres(db) ? lockOnPostgres(db, "exclusive", work) : lockOnSqlite(db, "exclusive", work)
}
