import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"

/** Names the key of a repeated call as the code does, and gives each kind of setting a table of its own. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  for (const table of ["messages", "message_entries", "projects"]) {
    await schema.alterTable(table).renameColumn("request_id", "idempotency_key").execute()
  }
  await schema
    .createTable("factor_requirements")
    .addColumn("role", "text", (column) => column.primaryKey().notNull())
    .execute()
  await schema
    .createTable("first_admins")
    .addColumn("email_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute()
  await schema
    .createTable("audit_head")
    .addColumn("id", "integer", (column) => column.primaryKey().notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute()
  const statements = [
    `insert into factor_requirements (role)
     select replace(name, ' factor required', '') from settings where name like '% factor required'`,
    `insert into first_admins (email_hash, at)
     select replace(name, 'first admin ', ''), value from settings where name like 'first admin %'`,
    "insert into audit_head (id, hash) select 1, value from settings where name = 'audit head'",
    "drop table settings",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  if (!isPostgres(db)) return
  await compareTextsByBytes(db)
  await widenKeys(db)
}

/** Makes each reference as large as the key that it names. */
async function widenKeys(db: MigrationDatabase) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'integer' and column_name ~ '(_id|_by)$'
  `.execute(db)
  for (const { table, column } of rows) {
    await sql.raw(`alter table ${table} alter column ${column} type bigint`).execute(db)
  }
}
