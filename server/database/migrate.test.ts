import { CamelCasePlugin, Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { expect, test } from "vitest"
import { checked, migrate, migrations } from "./migrate.ts"
import type { Schema } from "./schema.ts"
import { openSqlite } from "./sqlite/dialect.ts"

async function tablesAfter(later: Record<string, Migration>) {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  const failure: unknown = await migrate(db, { ...migrations, ...later }).catch((error: unknown) => error)
  const tables = await db.introspection.getTables()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return { failure, tables: tables.map(({ name }) => name), done: rows.map(({ name }) => name) }
}

const addsTable: Migration = {
  async up(db) {
    await db.schema.createTable("recipes").addColumn("name", "text").execute()
  },
}

const fails: Migration = {
  async up(db) {
    await db.schema.createTable("half").addColumn("name", "text").execute()
    throw new Error("no further")
  },
}

const breaksReference: Migration = checked({
  async up(db) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await db.insertInto("outbox").values({ messageId: 999, nextAt: "" }).execute()
  },
})

test("pending migrations run once, in the order of their names", async () => {
  const { failure, tables, done } = await tablesAfter({ "9999-recipes": addsTable })
  expect(failure).toBeUndefined()
  expect(tables).toContain("recipes")
  expect(done).toEqual([...Object.keys(migrations), "9999-recipes"])
})

test("a migration that fails leaves nothing behind, nor do those that ran with it", async () => {
  const { failure, tables, done } = await tablesAfter({ "9998-recipes": addsTable, "9999-fails": fails })
  expect(failure).toMatchObject({ message: "no further" })
  expect(tables).not.toContain("half")
  expect(tables).not.toContain("recipes")
  expect(tables).not.toContain("projects")
  expect(done).toEqual([])
})

test("a migration that leaves a row pointing nowhere is undone", async () => {
  const { failure, tables } = await tablesAfter({ "9999-breaks": breaksReference })
  expect(failure).toMatchObject({ message: expect.stringContaining("lignes absentes") })
  expect(tables).not.toContain("outbox")
})

test("the program's migrations stand in the order of their names", () => {
  expect(Object.keys(migrations).sort()).toEqual(Object.keys(migrations))
})
