import { type AnyColumnWithTable, type RawBuilder, sql } from "kysely"
import type { Schema } from "./schema.ts"

/** A column with its table: `messages.createdAt`. */
export type Column<Table extends keyof Schema = keyof Schema> = AnyColumnWithTable<Schema, Table>

/** Names a column in raw SQL, so that the compiler finds the place when schema.ts renames the column. */
export function column(name: Column): RawBuilder<unknown> {
  return sql.ref(name)
}

/** Names a table in raw SQL. */
export function table(name: keyof Schema): RawBuilder<unknown> {
  return sql.table(name)
}

/** Returns the name that a table has in the database itself. */
export function nameInDatabase(name: keyof Schema): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
