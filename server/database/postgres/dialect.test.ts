// @module-tag postgres
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import Pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { connectUrl, isOpenElsewhere } from "#server/database/connect.ts"
import { migrate, migrations } from "#server/database/migrate.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { servePages } from "#server/pages/serve.ts"
import { searchProjects } from "#server/projects/search.ts"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openTestDatabase, openTwice } from "#server/testing/open-test-database.ts"
import { createEmptyDatabase, postgresUrl, runOnPostgres } from "#server/testing/postgres-for-tests.ts"
import { findInstalledPrograms, runStatement, startPostgresServer } from "#server/testing/postgres-server.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
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
  const url = await createEmptyDatabase()
  const instances = await Promise.all([1, 2, 3].map(() => connectUrl(url)))
  for (const db of instances) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  }
  await Promise.all(instances.map((db) => db.destroy()))
})

test("a prepared statement that the server has lost is prepared again", async () => {
  const { db, url } = await openTwice()
  const pool = createPool(url, { max: 1 })
  onTestFinished(async () => {
    await pool.end()
    await db.destroy()
  })
  const statement = { name: "one", text: "select 1 as one" }
  const client = await pool.connect()
  expect((await client.queryPrepared(statement)).rows).toEqual([{ one: 1 }])
  await client.query("deallocate all", [])
  await expect(client.queryPrepared(statement)).rejects.toMatchObject({ code: "26000" })
  client.release()
  const next = await pool.connect()
  expect((await next.queryPrepared(statement)).rows).toEqual([{ one: 1 }])
  next.release()
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
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTransaction(db, async (trx) => {
    await bumpContentVersion(trx)
    held.resolve()
    await release.promise
    steps.push("first")
  })
  await held.promise
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
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = inTransaction(other, () => {
    held.resolve()
    return release.promise
  })
  await held.promise
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
  const pool = createPool(postgresUrl("postgres"), { max: 1, query_timeout: 200 })
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
  await using db = await connectUrl(server.url("postgres"))
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

test("a database in use cannot be opened for a copy, nor the other way round, also after the server was away", {
  timeout: 30_000,
}, async () => {
  await using server = await startPostgresServer()
  const url = server.url("postgres")
  const folder = ":none:"
  {
    await using _instance = await connectUrl(url)
    await using _other = await connectUrl(url)
    const inUse = /^DATABASE_URL : un site ou une commande travaille sur la base/
    await expect(connectUrl(url, { kind: "exclusive" })).rejects.toThrow(inUse)
    await server.stop("SIGQUIT")
    await server.restart()
    await expect.poll(() => isOpenElsewhere(folder, url), { timeout: 5000 }).toBe(true)
  }
  expect(await isOpenElsewhere(folder, url)).toBe(false)
  await using _copy = await connectUrl(url, { kind: "exclusive" })
  await expect(connectUrl(url)).rejects.toThrow(/^DATABASE_URL : la base est en cours de restauration$/)
})

test("a database that has rows cannot be opened for a copy, which does not migrate it", async () => {
  const url = await createEmptyDatabase()
  {
    await using db = await connectUrl(url)
    await createTestProject(db)
    await sql`delete from kysely_migration where name like '0001%'`.execute(db)
  }
  await expect(connectUrl(url, { kind: "exclusive" })).rejects.toThrow(/^La destination contient déjà des données/)
  const client = new Pg.Client(url)
  await client.connect()
  const { rows } = await client.query("select name from kysely_migration where name like '0001%'")
  await client.end()
  expect(rows).toEqual([])
})

test("the password comes from PGPASSWORD, or from the file of PGPASSFILE, where the URL has none", async () => {
  using folder = createTemporaryFolder()
  chmodSync(folder.path, 0o755) // PostgreSQL runs as another account
  const [rules, passwords] = [join(folder.path, "pg_hba.conf"), join(folder.path, "pgpass")]
  writeFileSync(rules, "local all site trust\nlocal all all scram-sha-256\n")
  writeFileSync(passwords, "*:*:*:guarded:secret-du-fichier\n", { mode: 0o600 })
  await using server = await startPostgresServer({ settings: { hba_file: rules } })
  await server.run("create role guarded superuser login password 'secret-du-fichier'")
  const url = server.url("postgres").replace("site@", "guarded@")
  await expect(connectUrl(url)).rejects.toThrow(/^DATABASE_URL : PostgreSQL ne peut pas être utilisé/)
  vi.stubEnv("PGPASSFILE", passwords)
  await (await connectUrl(url)).destroy()
  vi.stubEnv("PGPASSWORD", "un-autre-secret")
  const rejection = await connectUrl(url).catch((error: Error) => error.message)
  expect(rejection).toMatch(/^DATABASE_URL : PostgreSQL ne peut pas être utilisé \([^\n]*guarded[^\n]*\)$/)
  expect(rejection).not.toContain("secret")
  vi.stubEnv("PGPASSWORD", "secret-du-fichier")
  await (await connectUrl(url)).destroy()
})

test("a database that cannot be the site's is told in one line, and nothing is written to it", async () => {
  const statements = {
    "create database foreign_tables": /^DATABASE_URL : la base appartient à un autre programme$/,
    "create database latin encoding 'LATIN1' locale 'C' template template0":
      /^DATABASE_URL : la base est en LATIN1, il faut une base en UTF8$/,
    "create database readonly": /^DATABASE_URL : PostgreSQL ne peut pas être utilisé \([^\n]*read-only[^\n]*\)$/,
  }
  for (const statement of Object.keys(statements)) await runOnPostgres(statement)
  await runStatement(postgresUrl("foreign_tables"), "create table wares (name text)")
  await runOnPostgres("alter database readonly set default_transaction_read_only = on")
  for (const [statement, message] of Object.entries(statements)) {
    const url = postgresUrl(statement.split(" ")[2] ?? "")
    await expect(connectUrl(url)).rejects.toThrow(message)
    const client = new Pg.Client(url)
    await client.connect()
    const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace")
    await client.end()
    expect(rows).toEqual(url.includes("foreign_tables") ? [{ relname: "wares" }] : [])
  }
})

const installed = findInstalledPrograms()

test.runIf(installed)("Debian's PostgreSQL, the oldest version, runs the migrations and finds a project", async () => {
  await using server = await startPostgresServer({ programs: installed })
  await using db = await connectUrl(server.url("postgres"))
  await createTestProject(db, { name: "Étang de Kimpoko" })
  const search = { search: "etang", sort: "status", page: 1 } as const
  expect((await searchProjects(db, search)).projects.map(({ name }) => name)).toEqual(["Étang de Kimpoko"])
})

test("a migration of a newer version is refused in one line", async () => {
  const url = await createEmptyDatabase()
  {
    await using db = await connectUrl(url)
    await migrate(db, { ...migrations, "9999-later": { up: async () => {} } })
    await db.insertInto("oldestPrograms").values({ version: "99.0.0" }).execute()
  }
  await expect(connectUrl(url)).rejects.toThrow(/^DATABASE_URL : [^\n]*il faut au moins la version 99\.0\.0$/)
})
