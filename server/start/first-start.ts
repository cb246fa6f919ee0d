import type { Database, Transaction } from "#server/database/core/database.ts"
import { SIGNING_KEY } from "#server/database/signing-key.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { addDemoProjects, storeDemoPictures } from "#server/demo/add-demo.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import { createSecret } from "#server/secrets.ts"

interface FirstStart {
  db: Database
  images: ImageStore
  demoContent: boolean
  now: () => Date
}

/** Fills a new database; one that already has its signing key stays unchanged. */
export async function fillNewDatabase({ db, images, demoContent, now }: FirstStart): Promise<void> {
  if (await db.selectFrom("keys").select("name").where("name", "=", SIGNING_KEY).executeTakeFirst()) return
  // A server that is no image store might acknowledge the pictures all the same.
  if (demoContent) await images.check()
  const pictures = demoContent ? await storeDemoPictures(images) : undefined
  await initializeDatabase(db, now(), async (trx) => pictures && addDemoProjects(trx, pictures, now()))
}

/** Creates the signing key and the first content in one transaction, once, even if several processes start. */
export async function initializeDatabase(
  db: Database,
  now: Date,
  insertContent: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = { name: SIGNING_KEY, value: createSecret(), createdAt: now.toISOString() }
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto("keys")
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows > 0n) await insertContent(trx)
  })
}
