import { sql } from "kysely"
import type { MigrationDatabase, TextIndex } from "#server/database/core/migration-database.ts"

/**
 * Creates a trigram index (FTS5) with triggers that maintain it, and the list of its terms. Two line feeds follow each
 * text, so that its last letters begin a trigram too.
 */
export async function createTextIndex(db: MigrationDatabase, { index, table, columns, softDelete }: TextIndex) {
  const live = (row: string) => (softDelete ? `${row}.deleted_at is null` : "true")
  const texts = (row: string) => columns.map((column) => `${row}.${column} || char(10, 10)`).join(", ")
  const compared = (row: string) =>
    [...columns, ...(softDelete ? ["deleted_at"] : [])].map((column) => `${row}.${column}`).join(", ")
  const into = `insert into ${index} (rowid, ${columns.join(", ")})`
  const insert = `${into} select new.id, ${texts("new")} where ${live("new")};`
  const remove = `delete from ${index} where rowid = old.id;`
  const statements = [
    `create virtual table ${index} using fts5(${columns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
    `create virtual table ${index}_terms using fts5vocab(${index}, instance)`,
    `${into} select id, ${texts(table)} from ${table} where ${live(table)}`,
    `create trigger ${index}_enter after insert on ${table} begin ${insert} end`,
    `create trigger ${index}_leave after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_change after update on ${table} when (${compared("new")}) is not (${compared("old")})
     begin ${remove} ${insert} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function dropTextIndex(db: MigrationDatabase, { index }: TextIndex): Promise<void> {
  for (const event of ["enter", "leave", "change"]) await sql.raw(`drop trigger ${index}_${event}`).execute(db)
  for (const table of [`${index}_terms`, index]) await sql.raw(`drop table if exists ${table}`).execute(db)
}
