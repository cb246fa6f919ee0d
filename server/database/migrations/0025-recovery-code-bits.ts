import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

/** Adds how many random bits a recovery code has; all versions before made codes of 80. */
export async function up({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .alterTable("recovery_codes")
    .addColumn("bits", "integer", (column) => column.notNull().defaultTo(80))
    .execute()
}
