// Usage: POSTGRES_PROGRAMS=/usr/lib/postgresql/17/bin node server/testing/releases/store.ts
// Stores databases with rows in every table, and what the site answers of them, as this version leaves them.
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { connectFile, connectUrl } from "#server/database/connect.ts"
import { copyRows } from "#server/database/copy-rows.ts"
import type { SiteDatabase } from "#server/database/core/site-database.ts"
import { version } from "#server/program.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { fillCopiedTables, fillOtherTables } from "./fill-tables.ts"
import { FILES, readBodies } from "./stored-release.ts"

const programs = process.env.POSTGRES_PROGRAMS || globSync("/usr/lib/postgresql/*/bin").sort().at(-1) || ""
if (!existsSync(join(programs, "pg_dump"))) {
  throw new Error("PostgreSQL with pg_dump is needed: install Debian's package postgresql, or set POSTGRES_PROGRAMS")
}

using folder = createTemporaryFolder()
const file = join(folder.path, "site.db")
const sqlite = await connectFile(file)
const headers = await fillCopiedTables(sqlite)

await using server = await startPostgresServer({ programs })
await server.run("create database site")
const url = server.url("site")
{
  await using postgres = await connectUrl(url)
  await copyRows(sqlite, postgres)
  await fillOtherTables(postgres)
  await requireRows(postgres)
}
await fillOtherTables(sqlite)
await requireRows(sqlite)
await sqlite.destroy()
const dump = execFileSync(join(programs, "pg_dump"), ["--dbname", url, "--inserts", "--no-owner"], { encoding: "utf8" })

store("sqlite", readFileSync(file))
// These lines are commands of psql.
store("postgres", dump.replace(/^\\.*\n/gm, ""))
store("answers", JSON.stringify({ headers, bodies: await readBodies(await connectFile(file), headers) }, undefined, 1))

async function requireRows(db: SiteDatabase) {
  for (const { name } of await db.introspection.getTables()) {
    const row = await db.withTables<Record<string, object>>().selectFrom(name).selectAll().limit(1).executeTakeFirst()
    if (!row) throw new Error(`fill-tables.ts leaves the table ${name} empty`)
  }
}

function store(what: keyof typeof FILES, content: string | Buffer) {
  const target = join(import.meta.dirname, version)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, FILES[what]), gzipSync(content, { level: 9 }))
}
