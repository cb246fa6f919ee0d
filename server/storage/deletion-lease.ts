import type { Database } from "#server/database/core/database.ts"

/** While there is a lease of that name and any holder, no image file is deleted: a backup or a move reads them all. */
const NAME = "picture deletions"

const nameOf = (holder: string) => `${NAME} ${holder}`

/** Takes or renews the lease until that moment. It then ends by itself, also if its process has died. */
export async function acquireDeletionLease(db: Database, holder: string, until: Date): Promise<void> {
  await db
    .insertInto("leases")
    .values({ name: nameOf(holder), until: until.toISOString() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ until: until.toISOString() }))
    .execute()
}

export async function releaseDeletionLease(db: Database, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", nameOf(holder)).execute()
}

export async function areDeletionsLeased(db: Database, now: Date): Promise<boolean> {
  const leases = db.selectFrom("leases").select("name").where("name", "like", `${NAME}%`)
  return (await leases.where("until", ">", now.toISOString()).executeTakeFirst()) !== undefined
}
