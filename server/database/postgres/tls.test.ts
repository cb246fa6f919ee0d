// @module-tag postgres
import { once } from "node:events"
import { chmodSync, chownSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectUrl } from "#server/database/connect.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { createAuthority } from "#server/testing/certificates.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

const PASSWORD = "acajou-7Kx2v9Qp41"
const NOBODY = 65534

let server: Awaited<ReturnType<typeof startTlsServer>>

beforeAll(async () => {
  server = await startTlsServer()
})

afterAll(() => server[Symbol.asyncDispose]())

/** Starts a server for "localhost" that accepts the role "owner" only over TLS and with its password. */
async function startTlsServer() {
  const folder = createTemporaryFolder()
  chmodSync(folder.path, 0o755)
  const authority = createAuthority("Autorité d’essai")
  const { cert, key } = authority.issue("localhost")
  const files = { "ca.pem": authority.cert, "other.pem": createAuthority("Une autre").cert, cert, key }
  const pathOf = (name: keyof typeof files | "hba") => join(folder.path, name)
  const hba = "hostssl all owner 127.0.0.1/32 scram-sha-256\nhost all site 127.0.0.1/32 trust\n"
  for (const [name, content] of Object.entries({ ...files, hba })) {
    writeFileSync(join(folder.path, name), content, { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(join(folder.path, name), NOBODY, NOBODY)
  }
  const port = await findFreePort()
  const settings = { ssl: "on", ssl_cert_file: pathOf("cert"), ssl_key_file: pathOf("key"), hba_file: pathOf("hba") }
  const postgres = await startPostgresServer({ port, settings })
  await postgres.run(`create role owner login password '${PASSWORD}'`)
  return {
    ...postgres,
    pathOf,
    /** Creates a database, and returns its URL over TLS and as "owner". */
    async createDatabase({ hostname = "localhost", password = PASSWORD, ca = pathOf("ca.pem") } = {}) {
      const name = `site_${crypto.randomUUID().replaceAll("-", "")}`
      await postgres.run(`create database ${name} owner owner`)
      return `postgres://owner:${password}@${hostname}:${port}/${name}?sslmode=verify-full&sslrootcert=${ca}`
    },
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

async function findFreePort(): Promise<number> {
  const other = createServer()
  await once(other.listen(0, "127.0.0.1"), "listening")
  const { port } = other.address() as AddressInfo
  await new Promise((resolve) => other.close(resolve))
  return port
}

test("with sslmode=verify-full the site speaks TLS to the server that the authority has certified", async () => {
  await using db = await connectUrl(await server.createDatabase())
  const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
  expect(rows).toEqual([{ ssl: true }])
})

test.each([
  ["another authority", () => ({ ca: server.pathOf("other.pem") }), /certificate/],
  ["another name", () => ({ hostname: "127.0.0.1" }), /altnames/],
  ["a file that is missing", () => ({ ca: "/absent/ca.pem" }), /ENOENT.*\/absent\/ca\.pem/],
  ["a password that is refused", () => ({ password: "sapelli-5093" }), /password authentication failed/],
])("%s stops the start with one line that names DATABASE_URL", async (_what, given, reason) => {
  const options = given()
  const error: unknown = await connectUrl(await server.createDatabase(options)).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UnusableDatabase)
  const { message } = error as UnusableDatabase
  expect(message).toMatch(/^DATABASE_URL : PostgreSQL ne peut pas être utilisé \(.*\)$/)
  expect(message).toMatch(reason)
  expect(message).not.toMatch(/sapelli|acajou/)
})

test("a password stands in no line of the log, also once PostgreSQL refuses it", { timeout: 60_000 }, async () => {
  using folder = createTemporaryFolder()
  const url = new URL(await server.createDatabase())
  // The password comes from the environment, since a URL may be on a command line.
  url.password = ""
  await using site = await startBuiltSite(folder.path, {
    DATABASE_URL: url.href,
    PGPASSWORD: PASSWORD,
    LOG_LEVEL: "debug",
  })
  const statusOf = async (path: string) => (await fetch(site.origin + path)).status
  expect(await statusOf("/api/projects")).toBe(200)
  await server.run("alter role owner password 'limba'")
  await server.run("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'owner'")
  expect(await statusOf("/api/projects")).toBe(503)
  expect(await statusOf("/api/health")).toBe(503)
  await server.run(`alter role owner password '${PASSWORD}'`)
  expect(await statusOf("/api/projects")).toBe(200)
  expect(await site.stop()).toBe(0)
  const log = site.output() + site.complaints()
  expect(log).toContain("password authentication failed")
  expect(log).not.toContain(PASSWORD)
})
