import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

/** The pair of keys by which push services know this site (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const NAME = "push"

/** Reads the site's keys, which are made at the first use and shared by all instances. */
export async function getVapidKeys(db: Database, now: Date): Promise<VapidKeys> {
  const stored = await findStored(db)
  if (stored) return stored
  const { generateVAPIDKeys } = (await import("web-push")).default
  const key = { name: NAME, value: JSON.stringify(generateVAPIDKeys()), createdAt: now.toISOString() }
  await inTransaction(db, (trx) =>
    trx
      .insertInto("keys")
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  // Another instance may have been faster.
  return (await findStored(db)) ?? getVapidKeys(db, now)
}

async function findStored(db: Database): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom("keys").select("value").where("name", "=", NAME).executeTakeFirst()
  return row && JSON.parse(row.value)
}
