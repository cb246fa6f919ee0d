import type { Database, Transaction } from "#server/database/core/database.ts"

export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst()
  return row?.value
}

export async function deleteSetting(trx: Transaction, name: string): Promise<void> {
  await trx.deleteFrom("settings").where("name", "=", name).execute()
}

export async function writeSetting(trx: Transaction, name: string, value: string): Promise<void> {
  await trx
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute()
}
