import { setTimeout as pause } from "node:timers/promises"
import { sql } from "kysely"
import Pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { migrate, migrations } from "#server/database/migrate.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { servePages } from "#server/pages/serve.ts"
import { searchProjects } from "#server/projects/search.ts"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openTestDatabase, openTwice } from "#server/testing/open-test-database.ts"
import { findInstalledPrograms, startPostgresServer } from "#server/testing/postgres-server.ts"
import { startApp } from "#server/testing/start-app.ts"
import { connectPostgres } from "./connect.ts"
import { PostgresUnreachable } from "./failure.ts"
import { createPool } from "./pool.ts"

test("every text column compares by bytes, and no id is given out twice", async () => {
  await using db = await openTestDatabase()
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
  `.execute(db)
  expect(rows).toEqual([])
  const id = await createTestProject(db)
  await db.deleteFrom("projects").execute()
  expect(await createTestProject(db)).toBeGreaterThan(id)
})

test("an id larger than any row's is not found rather than an error", async () => {
  await using app = await startApp({ db: await openTestDatabase() })
  expect((await app.request(`/api/projects/${2 ** 40}`)).status).toBe(404)
})

test("instances that start on one new database at once migrate it once", async () => {
  await using server = await startPostgresServer()
  const instances = await Promise.all([1, 2, 3].map(() => connectPostgres(server.url("postgres"))))
  for (const db of instances) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  }
  await Promise.all(instances.map((db) => db.destroy()))
})

test("a write that any program makes changes the version; one that changes no page does not", async () => {
  const { db, url } = await openTwice()
  const client = new Pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await db.destroy()
  })
  await createTestProject(db)
  let version = await db.contentVersion()
  for (const statement of [
    "update projects set name = 'Autre'",
    "insert into project_images (project_id, position, image) select id, 0, 'a.jpg' from projects",
    "truncate projects cascade",
  ]) {
    await client.query(statement)
    expect(await db.contentVersion(), statement).toBeGreaterThan(Number(version))
    version = await db.contentVersion()
  }
  await client.query("delete from limits")
  expect(await db.contentVersion()).toBe(version)
})

test("a read-only transaction takes no lock, and write transactions wait for one another", async () => {
  const { db, other } = await openTwice()
  onTestFinished(async () => {
    await other.destroy()
    await db.destroy()
  })
  const steps: string[] = []
  const release = Promise.withResolvers<void>()
  const first = inTransaction(db, async (trx) => {
    await bumpContentVersion(trx)
    await release.promise
    steps.push("first")
  })
  await pause(50)
  const second = inTransaction(other, async () => steps.push("second"))
  const read = other.transaction().setAccessMode("read only")
  await read.execute((trx) => trx.selectFrom("projects").select("id").execute())
  steps.push("read")
  release.resolve()
  await Promise.all([first, second])
  expect(steps).toEqual(["read", "first", "second"])
})

test("a transaction that waited for the lock in vain leaves its connection usable", async () => {
  const { db, other, url } = await openTwice()
  const client = new Pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await other.destroy()
    await db.destroy()
  })
  const release = Promise.withResolvers<void>()
  const holder = inTransaction(other, () => release.promise)
  await pause(50)
  const waiting = inTransaction(db, bumpContentVersion)
  const cancel = "select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'advisory'"
  await Promise.all([
    expect(waiting).rejects.toThrow(/canceling statement/),
    expect.poll(async () => (await client.query(cancel)).rows).toContainEqual({ cancelled: true }),
  ])
  release.resolve()
  await holder
  await inTransaction(db, bumpContentVersion)
})

test("a connection whose statement was given up is not used again", async () => {
  await using server = await startPostgresServer()
  const pool = createPool(server.url("postgres"), { max: 1, query_timeout: 200 })
  const pids: unknown[] = []
  for (const statement of ["select pg_sleep(1)", "select 1"]) {
    const client = await pool.connect()
    pids.push((await client.query<{ pid: number }>("select pg_backend_pid() as pid", [])).rows[0]?.pid)
    await client.query(statement, []).catch((error) => expect(error).toBeInstanceOf(PostgresUnreachable))
    client.release()
  }
  expect(new Set(pids).size).toBe(2)
  await pool.end()
})

test("while the server is down calls and pages get 503, and no old version; it needs no restart of ours afterwards", async () => {
  await using server = await startPostgresServer()
  await using db = await connectPostgres(server.url("postgres"))
  await using app = await startApp({ db, pages: await servePages() })
  expect((await app.request("/api/projects")).status).toBe(200)
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    const broken = inTransaction(db, async (trx) => {
      await bumpContentVersion(trx)
      await server.stop(signal)
      await bumpContentVersion(trx)
    })
    await expect(broken).rejects.toThrow()
    expect(await db.contentVersion()).toBeUndefined()
    for (const path of ["/api/projects", "/api/health", "/transport"]) {
      expect((await app.request(path)).status, path).toBe(503)
    }
    expect((await app.request("/transport")).headers.get("Retry-After")).toBe("5")
    await server.restart()
    expect((await app.request("/api/projects")).status).toBe(200)
    expect(await db.contentVersion()).toBeGreaterThan(0)
  }
})

const installed = findInstalledPrograms()

test.runIf(installed)("Debian's PostgreSQL, the oldest version, runs the migrations and finds a project", async () => {
  await using server = await startPostgresServer({ programs: installed })
  await using db = await connectPostgres(server.url("postgres"))
  await createTestProject(db, { name: "Étang de Kimpoko" })
  const search = { search: "etang", sort: "status", page: 1 } as const
  expect((await searchProjects(db, search)).projects.map(({ name }) => name)).toEqual(["Étang de Kimpoko"])
})

test("a migration of a newer version is refused in one line", async () => {
  await using server = await startPostgresServer()
  {
    await using db = await connectPostgres(server.url("postgres"))
    await migrate(db, { ...migrations, "9999-later": { up: async () => {} } })
  }
  await expect(connectPostgres(server.url("postgres"))).rejects.toThrow(/^DATABASE_URL : [^\n]*9999-later[^\n]*$/)
})
