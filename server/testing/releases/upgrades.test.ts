// @module-tag engines
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import Pg from "pg"
import { expect, test } from "vitest"
import { connect, connectUrl } from "#server/database/connect.ts"
import type { SiteDatabase } from "#server/database/core/site-database.ts"
import { engine, openTestDatabase } from "#server/testing/open-test-database.ts"
import { createEmptyDatabase } from "#server/testing/postgres-for-tests.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { listStoredReleases, readBodies, readStored, type StoredAnswers } from "./stored-release.ts"

/** Opens a copy of what a release has left, which migrates it. */
async function upgrade(release: string, folder: string): Promise<SiteDatabase> {
  if (engine === "sqlite") {
    writeFileSync(join(folder, "site.db"), readStored(release, "sqlite"))
    return connect(folder)
  }
  const url = await createEmptyDatabase()
  const client = new Pg.Client(url)
  await client.connect()
  await client.query(readStored(release, "postgres").toString())
  await client.end()
  return connectUrl(url)
}

/** Lists how the database defines each table, column, index, rule, trigger and function. */
async function listDefinitions(db: SiteDatabase): Promise<string[]> {
  const query =
    engine === "sqlite"
      ? sql<{ text: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as text from sqlite_master`
      : sql<{ text: string }>`
          select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
            generation_expression) as text from information_schema.columns where table_schema = 'public'
          union all select pg_get_indexdef(indexrelid) from pg_index
            where indrelid::regclass::text in (select tablename from pg_tables where schemaname = 'public')
          union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = 'public'::regnamespace
          union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
          union all select pg_get_functiondef(oid) from pg_proc
            where pronamespace = 'public'::regnamespace and prolang <> 13 and prokind = 'f'`
  const { rows } = await query.execute(db)
  return rows.map(({ text }) => text).sort()
}

test("there is a stored release", () => {
  expect(listStoredReleases()).not.toEqual([])
})

test.each(listStoredReleases())("a database of release %s becomes one like those of a first start", async (release) => {
  using folder = createTemporaryFolder()
  await using upgraded = await upgrade(release, folder.path)
  await using fresh = await openTestDatabase()
  const definitions = await listDefinitions(upgraded)
  expect(definitions.length).toBeGreaterThan(100)
  expect(definitions).toEqual(await listDefinitions(fresh))
})

test.each(listStoredReleases())("after the upgrade from release %s the site answers as before", async (release) => {
  using folder = createTemporaryFolder()
  const { headers, bodies }: StoredAnswers = JSON.parse(readStored(release, "answers").toString())
  const after = await readBodies(await upgrade(release, folder.path), headers)
  for (const [path, body] of Object.entries(bodies)) {
    // Later releases may add fields to an answer; files have columns in a fixed order, and a new one is told here.
    if (/^[{[]/.test(body)) expect(JSON.parse(after[path] ?? ""), path).toMatchObject(JSON.parse(body))
    else expect(after[path], path).toBe(body)
  }
})
