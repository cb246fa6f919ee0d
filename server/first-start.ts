import { randomBytes } from "node:crypto"
import { type Database, inTransaction, type Transaction } from "./database/transaction.ts"

const SIGNING_KEY = "signing"

/** The first start creates the signing key. */
export async function isNewDatabase(db: Database): Promise<boolean> {
  return !(await db.selectFrom("keys").select("name").where("name", "=", SIGNING_KEY).executeTakeFirst())
}

/** Creates the signing key and the first content in one transaction, once, even if several processes start. */
export async function initializeDatabase(
  db: Database,
  now: Date,
  insertContent: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = { name: SIGNING_KEY, value: randomBytes(32).toString("base64url"), createdAt: now.toISOString() }
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("keys")
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows > 0n) await insertContent(trx)
  })
}
