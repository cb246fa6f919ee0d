import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"

/** Adds whether an account's address is confirmed, generated passwords, first factors by a link, and notices' details. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema.alterTable("accounts").addColumn("address_confirmed_at", "text").execute()
  await schema.alterTable("accounts").addColumn("password_generated_at", "text").execute()
  await schema.alterTable("sessions").addColumn("enrolment_until", "text").execute()
  await schema.alterTable("outbox").addColumn("detail", "text").execute()
  // Somebody has already trusted whoever works in the office; of anybody else nothing is known.
  await db
    .updateTable("accounts")
    .set((account) => ({ addressConfirmedAt: account.ref("createdAt") }))
    .where("role", "!=", "user")
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}
