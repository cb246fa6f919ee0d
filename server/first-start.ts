import { randomBytes } from "node:crypto"
import { type Database, inTransaction, type Transaction } from "./database/transaction.ts"

const SIGNING_KEY = "signing"

/** Whether this database has never been served: its signing key is made at the first start. */
export async function isNewDatabase(db: Database): Promise<boolean> {
  return !(await db.selectFrom("keys").select("name").where("name", "=", SIGNING_KEY).executeTakeFirst())
}

/** Makes the signing key and whatever else a new database begins with, once, whoever else starts meanwhile. */
export async function initializeDatabase(
  db: Database,
  now: Date,
  content: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = { name: SIGNING_KEY, value: randomBytes(32).toString("base64url"), createdAt: now.toISOString() }
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("keys")
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows > 0n) await content(trx)
  })
}
