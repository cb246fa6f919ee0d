import { isPostgres } from "./engine.ts"
import { lockOnPostgres } from "./postgres/image-lock.ts"
import { type Database, inTransaction } from "./transaction.ts"

/**
 * Runs `work` while no other process deletes images whose rows are about to be stored. Images and rows are in two
 * places, so that no transaction contains both.
 */
export function whileStoringImages<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  // SQLite's processes share a folder: what another one has deleted meanwhile is stored again (image-rows.ts).
  return isPostgres(db) ? lockOnPostgres(db, "shared", work) : work()
}

/** Runs `work` while no other process can store a row for an image. It gets the rows as they are meanwhile. */
export function whileDeletingImages<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  return isPostgres(db) ? lockOnPostgres(db, "exclusive", () => work(db)) : inTransaction(db, work)
}
