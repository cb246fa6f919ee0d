// @module-tag engines
import { CamelCasePlugin, Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { expect, test } from "vitest"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openEmptyDatabase } from "#server/testing/open-test-database.ts"
import { explainUnusable, migrate, migrations, readCompatibility, withForeignKeyCheck } from "./migrate.ts"
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

const breaksReference: Migration = withForeignKeyCheck({
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

test("a migration that fails is rolled back, and so are those that ran with it", async () => {
  const { failure, tables, done } = await tablesAfter({ "9998-recipes": addsTable, "9999-fails": fails })
  expect(failure).toMatchObject({ message: "no further" })
  expect(tables).not.toContain("half")
  expect(tables).not.toContain("recipes")
  expect(tables).not.toContain("projects")
  expect(done).toEqual([])
})

test("a migration that breaks a foreign key is rolled back", async () => {
  const { failure, tables } = await tablesAfter({ "9999-breaks": breaksReference })
  expect(failure).toMatchObject({ message: expect.stringContaining("lignes absentes") })
  expect(tables).not.toContain("outbox")
})

test("the migrations are listed in the order of their names", () => {
  expect(Object.keys(migrations).sort()).toEqual(Object.keys(migrations))
})

const former = ["0001-tables", "0026-written-forms", "0027-names"]

async function openFormer() {
  const db = await openEmptyDatabase()
  const [[baseline = "", made] = []] = Object.entries(migrations)
  await migrate(db, { [baseline]: made as Migration })
  await createTestProject(db, { name: "École" })
  await sql`delete from kysely_migration`.execute(db)
  for (const name of former)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(db)
  return db
}

test("what the last former migration has made is taken for the baseline, with its rows", async () => {
  await using db = await openFormer()
  await migrate(db)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })))
  expect(await db.selectFrom("projects").select("name").execute()).toEqual([{ name: "École" }])
})

test("what was said about requests before is folded for the search", async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0005")))
  const message = { fullNameFolded: "", email: "", messageFolded: "", sector: "transport", createdAt: "" } as const
  await db
    .insertInto("messages")
    .values({ ...message, firstName: "", lastName: "", message: "" })
    .execute()
  const entry = { messageId: 1, at: "2025-03-03T09:00:00.000Z" }
  const texts = Array.from({ length: 501 }, (_, number) => `L’Œil – nº ${number}`)
  await db
    .insertInto("messageEntries")
    .values([{ ...entry, kind: "state" }, ...texts.map((text) => ({ ...entry, kind: "note" as const, text }))])
    .execute()
  await migrate(db)
  const rows = await db.selectFrom("messageEntries").select("textFolded").orderBy("id").execute()
  expect(rows.map(({ textFolded }) => textFolded)).toEqual([null, ...texts.map(normalizeForSearch)])
})

test("a database of before is refused with the way to upgrade it, in one line", () => {
  expect(explainUnusable({ migrations: Object.keys(migrations) })).toBeUndefined()
  expect(explainUnusable({ migrations: former })).toBeUndefined()
  expect(explainUnusable({ migrations: ["0001-tables", "0002-search"] })).toMatch(
    /^d’avant la première publication[^\n]*git checkout [0-9a-f]{12}, npm start, [^\n]*$/,
  )
})

test("a database of a later release is used by the programs that it names, and refused by older ones", () => {
  const later = [...Object.keys(migrations), "9999-later"]
  const explain = (oldestPrograms: string[], program: string, migrations = later) =>
    explainUnusable({ migrations, oldestPrograms }, program)
  expect(explain(["1.0.0", "1.9.0"], "1.9.0")).toBeUndefined()
  expect(explain(["1.9.0", "1.0.0"], "1.10.0")).toBeUndefined()
  const required = "d’une version plus récente du programme, il faut au moins la version 1.9.0"
  expect(explain(["1.0.0", "1.9.0"], "1.8.3")).toBe(required)
  expect(explain(["1.9.0"], "1.8.3", Object.keys(migrations))).toBe(required)
  expect(explain([], "1.8.3")).toBe("d’une version plus récente du programme (migration 9999-later)")
  expect(explain(["1.0.0"], "1.8.3", ["0001-baseline", "9999-later"])).toMatch(
    /^d’une version plus récente .*9999-later\)$/,
  )
})

test("the release before starts on a database that a later one has migrated, and changes nothing of it", async () => {
  await using db = await openEmptyDatabase()
  const later = { ...migrations, "9999-later": addsTable }
  await migrate(db, later)
  expect(explainUnusable(await readCompatibility(db))).toBeUndefined()
  await migrate(db)
  expect((await readCompatibility(db)).migrations).toEqual(Object.keys(later))
  await createTestProject(db, { name: "École" })
})
