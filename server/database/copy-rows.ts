import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { nameInDatabase } from "#server/database/core/names.ts"
import { copiedKeys, type Schema } from "#server/database/core/schema.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { databaseFailure } from "./failure.ts"
import { explainUnusable, readCompatibility } from "./migrate.ts"
import * as postgres from "./postgres/copy.ts"
import type { Progress } from "./progress.ts"
import * as sqlite from "./sqlite/copy.ts"
import { inSavepoint, inTransaction } from "./transaction.ts"

type CopiedTable = keyof typeof copiedKeys

export const COPIED_TABLES = Object.keys(copiedKeys) as CopiedTable[]

type Row = Record<string, unknown>

const ROWS_PER_CHUNK = 500

/**
 * Copies all rows into an empty database in one transaction, which commits only if the copy is equal; ids that were
 * used once are never reused there. Progress counts each row twice, when it is copied and when it is compared.
 */
export async function copyRows(
  from: Database,
  to: Database,
  begin: (total: number) => Progress = () => ({ advance() {} }),
): Promise<TableChecksums> {
  // Tables that a later release has added would stay behind.
  const { migrations } = await readCompatibility(from)
  const reason = explainUnusable({ migrations })
  if (reason) throw new UnusableDatabase(`L’origine vient ${reason} : copiez-la avec celle-ci`)
  const rows = await countRows(from)
  if (rows === 0) throw new UnusableDatabase("L’origine ne contient pas de site")
  const { advance } = begin(2 * rows)
  return inTransaction(to, async (trx) => {
    const engine = isPostgres(trx) ? postgres : sqlite
    const endBulkInsert = await engine.beginBulkInsert(trx)
    const checksums = await checksumRows(from, async (table, rows) => {
      for (let start = 0; start < rows.length; start += engine.ROWS_PER_INSERT) {
        await insertRows(trx, table, rows.slice(start, start + engine.ROWS_PER_INSERT))
      }
      advance(rows.length)
    })
    for (const table of COPIED_TABLES) if (copiedKeys[table][0] === "id") await copyLastId(from, trx, table)
    await endBulkInsert()
    const copied = await checksumRows(trx, (_table, rows) => advance(rows.length))
    const different = COPIED_TABLES.find((table) => checksums[table].sha256 !== copied[table].sha256)
    if (different) throw new UnusableDatabase(`La table ${different} diffère après la copie`)
    return checksums
  })
}

/** Inserts the rows, or says which one the database cannot store. SQLite stores any value in any column. */
async function insertRows(trx: Transaction, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  const withBytes = rows.find((row) => Object.values(row).some((value) => value instanceof Uint8Array))
  if (withBytes && isPostgres(trx)) throw rejectedRow(table, withBytes, "des octets à la place d’un texte")
  try {
    await inSavepoint(trx, () => trx.insertInto(table).values(rows).execute())
  } catch (error) {
    if (databaseFailure(error)) throw error
    if (first && rows.length === 1) throw rejectedRow(table, first, (error as Error).message)
    for (const row of rows) await insertRows(trx, table, [row])
  }
}

function rejectedRow(table: CopiedTable, row: Row, reason: string): UnusableDatabase {
  const key = copiedKeys[table].map((column) => `${column} = ${row[column]}`).join(", ")
  return new UnusableDatabase(
    `La ligne ${key} de la table ${nameInDatabase(table)} ne peut pas être copiée : ${reason}`,
  )
}

async function copyLastId(from: Database, to: Transaction, table: CopiedTable) {
  const name = nameInDatabase(table)
  const id = await (isPostgres(from) ? postgres : sqlite).readLastId(from, name)
  if (id > 0) await (isPostgres(to) ? postgres : sqlite).writeLastId(to, name, id)
}

/** The number of rows, and the SHA-256 of all rows in the order of their keys. */
export type TableChecksums = Record<CopiedTable, { rows: number; sha256: string }>

/** Computes checksums that are equal for equal rows on both engines, and passes the rows on as it reads them. */
export async function checksumRows(
  db: Database,
  use: (table: CopiedTable, rows: readonly Row[]) => void | Promise<void> = () => {},
): Promise<TableChecksums> {
  const checksums = {} as TableChecksums
  for (const table of COPIED_TABLES) {
    const hash = createHash("sha256")
    let count = 0
    for await (const rows of readChunks(db, table)) {
      count += rows.length
      for (const row of rows) hash.update(`${JSON.stringify(Object.entries(row).sort())}\n`)
      await use(table, rows)
    }
    checksums[table] = { rows: count, sha256: hash.digest("hex") }
  }
  return checksums
}

/** Counts the rows of existing tables, since a database that was not migrated may lack some. */
export async function countRows(db: Database): Promise<number> {
  const existing = new Set((await db.introspection.getTables()).map(({ name }) => name))
  let total = 0
  for (const table of COPIED_TABLES) {
    if (!existing.has(nameInDatabase(table))) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    total += rows[0]?.count ?? 0
  }
  return total
}

async function* readChunks(db: Database, table: CopiedTable): AsyncGenerator<Row[]> {
  const key = copiedKeys[table].map((column) => sql.ref(column))
  let after = sql``
  for (;;) {
    const query = sql<Row>`select * from ${sql.table(table)} ${after} order by ${sql.join(key)} limit ${ROWS_PER_CHUNK}`
    const { rows } = await query.execute(db)
    if (rows.length > 0) yield rows.map((row) => toStored(table, row))
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_CHUNK) return
    after = sql`where (${sql.join(key)}) > (${sql.join(copiedKeys[table].map((column) => last[column]))})`
  }
}

/** Only PostgreSQL has `search`. */
const GENERATED = {
  projects: ["search", "state", "listedAt"],
  messages: ["search"],
  audit: ["search"],
} as const satisfies { [Table in CopiedTable]?: readonly (keyof Schema[Table] | "search")[] }

const generatedColumns: Partial<Record<CopiedTable, readonly string[]>> = GENERATED

/** Leaves out generated columns, and NUL, which PostgreSQL cannot store in a text. */
function toStored(table: CopiedTable, row: Row): Row {
  const entries = Object.entries(row)
    .filter(([column]) => !generatedColumns[table]?.includes(column))
    .map(([column, value]) => [column, typeof value === "string" ? value.replaceAll("\0", "") : value])
  return Object.fromEntries(entries)
}
