import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import Pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { COPIED_TABLES } from "#server/database/copy-rows.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { spawnCommand } from "#server/testing/run-command.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, readRows } from "./inspect-data.ts"
import { createLargeSite, LARGE } from "./large-site.ts"
import { request, signIn } from "./visitor.ts"

const figures = figuresOf("move", "A site of 10,000 projects moved to PostgreSQL and S3, and back")

const PASSWORD = "mot-de-passe-de-la-base"
const ROLE = "lisanga"

/** The bucket has a prefix of the same name for each database. */
const databases = ["moved", "again", "restored"] as const
type Name = (typeof databases)[number]

/** This many images are copied at once, so this many may be unfinished at a kill. */
const AT_ONCE = 8

/** Leases and versions have no meaning in a copy; the other tables hold copied or derived rows. */
const TABLES = `select name from sqlite_master where type = 'table' and sql not like 'create virtual%'
  and name not like '%\\_search%' escape '\\' and name not in ('content_version', 'message_version', 'leases', 'passkey_challenges', 'uploads', 'upload_parts', 'kysely_migration', 'kysely_migration_lock')`

/** There is one line for each table, and one for the pictures. */
const PROOF_LINES = COPIED_TABLES.length + 1

const folder = createTemporaryFolder()
const pathOf = (name: string) => join(folder.path, name)
const origin = pathOf("origin")

let servers: Awaited<ReturnType<typeof startServers>>

// Each test continues with the copies that the test before has made.
beforeAll(async () => {
  servers = await startServers()
  await createLargeSite(origin)
}, 120_000)

afterAll(async () => {
  await servers?.stop()
  folder[Symbol.dispose]()
})

/** Starts S3, and a PostgreSQL that asks the site's account for its password. */
async function startServers() {
  chmodSync(folder.path, 0o755) // PostgreSQL runs as another account
  writeFileSync(pathOf("pg_hba.conf"), "local all site trust\nlocal all all scram-sha-256\n")
  writeFileSync(pathOf("pgpass"), `*:*:*:${ROLE}:${PASSWORD}\n`, { mode: 0o600 })
  const postgres = await startPostgresServer({ durable: true, settings: { hba_file: pathOf("pg_hba.conf") } })
  const s3 = await startS3Server({ listPage: 1000 })
  await postgres.run(`create role ${ROLE} login password '${PASSWORD}'`)
  for (const name of databases) await postgres.run(`create database ${name} owner ${ROLE}`)
  return {
    s3,
    /** Returns a site's settings there, and the URL that `npm run move` takes. */
    place(name: Name) {
      const { IMAGE_STORE_URL, ...keys } = s3.environment(name)
      const DATABASE_URL = postgres.url(name).replace("site@", `${ROLE}@`)
      return { settings: { DATABASE_URL, IMAGE_STORE_URL, ...keys }, keys, url: `${DATABASE_URL},${IMAGE_STORE_URL}` }
    },
    async query<Row extends object>(name: Name, statement: string): Promise<Row[]> {
      const client = new Pg.Client(postgres.url(name))
      await client.connect()
      return (await client.query<Row>(statement).finally(() => client.end())).rows
    },
    /** Counts the pictures sent so far; a started site also sends the files of its build. */
    countPuts: () => s3.requests.filter((line) => /^PUT .*\/originals\//.test(line)).length,
    /** Returns the pictures there, by name. */
    pictures(name: Name): Map<string, Buffer> {
      const prefix = `${name}/originals/`
      const found = [...s3.objects].filter(([key]) => key.startsWith(prefix))
      return new Map(found.map(([key, { content }]) => [key.slice(prefix.length), content]))
    },
    async stop() {
      await s3[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

interface Run {
  environment?: Record<string, string>
  /** Kills the command as soon as it has printed this text. */
  killAt?: string
}

/** The longest time that a command has printed nothing. */
let silentMs = 0

/** Runs a command, and expects that it prints no secret. */
async function run(name: "move" | "backup" | "restore", args: string[], { environment, killAt }: Run = {}) {
  const start = performance.now()
  let megabytes = 0
  let timer: NodeJS.Timeout | undefined
  let printedAt = start
  const listen = () => {
    silentMs = Math.max(silentMs, performance.now() - printedAt)
    printedAt = performance.now()
  }
  // pg warns that its next major version will not read PGPASSFILE by itself.
  const settings = { TMPDIR: folder.path, PGPASSFILE: pathOf("pgpass"), NODE_NO_WARNINGS: "1", ...environment }
  const result = await spawnCommand(name, args, {
    environment: settings,
    watch(printed, child) {
      timer ??= setInterval(() => (megabytes = Math.max(megabytes, peakMegabytes(child.pid))), 100)
      listen()
      if (killAt && printed.includes(killAt)) child.kill("SIGKILL")
    },
  })
  clearInterval(timer)
  listen()
  for (const secret of [PASSWORD, servers.s3.settings.secretAccessKey, servers.s3.settings.accessKeyId]) {
    expect(result.stdout + result.stderr).not.toContain(secret)
  }
  return { ...result, seconds: (performance.now() - start) / 1000, megabytes }
}

/** Returns the most memory that a process has had so far, or 0 once it has ended. */
function peakMegabytes(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

function seconds(...runs: readonly { seconds: number }[]): string {
  return runs.map(({ seconds }) => seconds.toFixed(0)).join(", ")
}

/** Returns the lines with each table's rows and checksum, which the move has found equal on both sides. */
function proofOf(stdout: string): string[] {
  expect(stdout).toMatch(/^Copie égale$/m)
  return stdout.split("\n").filter((line) => /^\w+ +\d+ (lignes?|fichiers?)/.test(line))
}

/** Lists the tables of two SQLite sites whose rows differ, including the counters of ids. */
function compareRows(one: string, other: string): string[] {
  const database = new Sqlite(join(one, "site.db"), { readonly: true })
  try {
    database.prepare("attach ? as other").run(join(other, "site.db"))
    const tables = database.prepare(TABLES).pluck().all().map(String)
    expect(tables).toEqual(expect.arrayContaining(["projects", "project_images", "project_counts", "sqlite_sequence"]))
    return tables.filter((table) => {
      const [here, there] = [`select * from main.${table}`, `select * from other.${table}`]
      const alone = `select count(*) from (${here} except ${there}) union all select count(*) from (${there} except ${here})`
      return database.prepare(alone).pluck().all().some(Boolean)
    })
  } finally {
    database.close()
  }
}

/** Lists the pictures that are missing, added or different, compared with the origin. */
function comparePictures(pictures: Map<string, Buffer>): string[] {
  const names = readdirSync(join(origin, "uploads"))
  expect(names).toHaveLength(LARGE.pictures)
  const others = [...pictures.keys()].filter((name) => !names.includes(name))
  return [
    ...others,
    ...names.filter((name) => !pictures.get(name)?.equals(readFileSync(join(origin, "uploads", name)))),
  ]
}

function picturesIn(dataDir: string): Map<string, Buffer> {
  const uploads = join(dataDir, "uploads")
  return new Map(readdirSync(uploads).map((name) => [name, readFileSync(join(uploads, name))]))
}

/** Lets PostgreSQL hash all rows of each table. */
async function hashTables(name: Name) {
  const tables = await servers.query<{ table: string }>(
    name,
    `select table_name as table from information_schema.tables where table_schema = 'public'
     and table_name not in ('content_version', 'message_version', 'leases', 'passkey_challenges', 'uploads', 'upload_parts', 'kysely_migration', 'kysely_migration_lock') order by 1`,
  )
  const hashes: Record<string, unknown> = {}
  for (const { table } of tables) {
    const statement = `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) from ${table} t`
    hashes[table] = (await servers.query(name, statement))[0]
  }
  return hashes
}

test("a move that is killed while it copies images, and again while it copies rows, is resumed", async () => {
  const { url, keys } = servers.place("moved")
  const args = ["--from", origin, "--to", url]
  const whole = LARGE.pictures
  const first = await run("move", args, { environment: keys, killAt: "Images : 25 %" })
  const before = servers.pictures("moved").size
  expect(before).toBeGreaterThanOrEqual(whole / 4)
  expect(before).toBeLessThan(whole)
  const second = await run("move", args, { environment: keys, killAt: "Lignes : 25 %" })
  expect([first.status, second.status]).toEqual([null, null])
  expect(await servers.query("moved", "select count(*)::int as rows from projects")).toEqual([{ rows: 0 }])
  const stored = servers.countPuts()
  // A picture that was being copied when the command was killed may be sent twice.
  expect(stored - whole).toBeLessThanOrEqual(AT_ONCE)
  const third = await run("move", args, { environment: keys })
  expect(third).toMatchObject({ status: 0, stderr: "" })
  expect(servers.countPuts()).toBe(stored)
  expect(readdirSync(folder.path).filter((name) => name.startsWith(".tmp-"))).toEqual([])

  const proof = proofOf(third.stdout)
  expect(proof).toHaveLength(PROOF_LINES)
  expect(comparePictures(servers.pictures("moved"))).toEqual([])
  for (const { name } of readRows<{ name: string }>(origin, TABLES)) {
    if (name === "sqlite_sequence") continue
    const rows = await servers.query("moved", `select count(*)::int as rows from ${name}`)
    expect(rows, name).toEqual(readRows(origin, `select count(*) as rows from ${name}`))
  }
  const rows = proof.reduce((sum, line) => sum + Number(/ (\d+) lignes?/.exec(line)?.[1] ?? 0), 0)
  figures.add("rows, pictures", `${rows}, ${whole}`)
  figures.add("kills (SIGKILL) of the move, at a quarter of the pictures and at half of the rows", 2)
  figures.add("pictures stored before the first kill, after it", `${before}, ${stored - before}`)
  figures.add("pictures stored more than once", stored - whole, `at most ${AT_ONCE}`)
  figures.add("pictures stored again after the second kill", servers.countPuts() - stored, "0")
  figures.add("tables or pictures that differ in PostgreSQL and S3", 0, "0")
  figures.add("seconds of the three runs", seconds(first, second, third))
})

test("moved back, all rows, the next ids and the pictures are those of the origin", async () => {
  const { url, keys } = servers.place("moved")
  const back = pathOf("back")
  const moved = await run("move", ["--from", url, "--to", back], { environment: keys })
  expect(moved).toMatchObject({ status: 0, stderr: "" })
  expect(proofOf(moved.stdout)).toHaveLength(PROOF_LINES)
  expect(compareRows(origin, back)).toEqual([])
  expect(comparePictures(picturesIn(back))).toEqual([])
  expect(checkIntegrity(back)).toBe("ok")
  expect(readRows(back, "pragma foreign_key_check")).toEqual([])
  const [last] = readRows<{ id: number }>(back, "select seq as id from sqlite_sequence where name = 'projects'")
  const [newest] = readRows<{ id: number }>(back, "select max(id) as id from projects")
  expect(last?.id).toBe(Number(newest?.id) + 1)
  figures.add("rows, ids or pictures that differ after the way back", 0, "0")

  const { url: again } = servers.place("again")
  const forth = await run("move", ["--from", back, "--to", again], { environment: keys })
  expect(forth).toMatchObject({ status: 0, stderr: "" })
  expect(proofOf(forth.stdout)).toEqual(proofOf(moved.stdout))
  expect(await hashTables("again")).toEqual(await hashTables("moved"))
  expect(comparePictures(servers.pictures("again"))).toEqual([])
  figures.add("seconds to PostgreSQL and S3, seconds back", seconds(forth, moved))
  figures.add("memory of a move, at most, MB", Math.max(forth.megabytes, moved.megabytes))
})

test("a backup of either kind of site restores into the other", async () => {
  const restored = pathOf("restored")
  const moved = { DATA_DIR: pathOf("scratch"), ...servers.place("moved").settings }
  const ofPostgres = await run("backup", [pathOf("postgres.tar")], { environment: moved })
  const intoFolder = await run("restore", [pathOf("postgres.tar")], { environment: { DATA_DIR: restored } })
  const ofFolder = await run("backup", [pathOf("folder.tar")], { environment: { DATA_DIR: origin } })
  const environment = { DATA_DIR: pathOf("scratch"), ...servers.place("restored").settings }
  const intoPostgres = await run("restore", [pathOf("folder.tar")], { environment })
  const runs = { ofPostgres, intoFolder, ofFolder, intoPostgres }
  for (const [name, { status, stderr }] of Object.entries(runs)) expect([status, stderr], name).toEqual([0, ""])
  expect(compareRows(origin, restored)).toEqual([])
  expect(comparePictures(picturesIn(restored))).toEqual([])
  expect(await hashTables("restored")).toEqual(await hashTables("moved"))
  expect(comparePictures(servers.pictures("restored"))).toEqual([])
  const megabytes = (name: string) => (statSync(pathOf(name)).size / 1_000_000).toFixed(1)
  figures.add(
    "seconds, MB of a backup of PostgreSQL and S3",
    `${ofPostgres.seconds.toFixed(0)}, ${megabytes("postgres.tar")}`,
  )
  figures.add("seconds to restore it into a folder", intoFolder.seconds)
  figures.add("seconds, MB of a backup of the folder", `${ofFolder.seconds.toFixed(0)}, ${megabytes("folder.tar")}`)
  figures.add("seconds to restore it into PostgreSQL and S3", intoPostgres.seconds)
  figures.add("rows or pictures that differ after a restore", 0, "0")
  const most = Object.values(runs).map((run) => run.megabytes.toFixed(0))
  figures.add("memory of the four, at most, MB", most.join(", "))
  figures.add("seconds without a line of progress, at most", silentMs / 1000, "about 10")
})

test("a place with a site is refused and stays as it is, while the site runs and when it is stopped", async () => {
  const { url, keys, settings } = servers.place("moved")
  const back = pathOf("back")
  const [name = ""] = readdirSync(join(origin, "uploads"))
  const stored = servers.countPuts()
  const contents = async () => [await hashTables("moved"), readFileSync(join(back, "site.db"))]
  const before = await contents()
  const move = (to: string) => run("move", ["--from", origin, "--to", to], { environment: keys })
  for (const to of [url, back]) {
    const { status, stderr } = await move(to)
    expect([status, stderr]).toEqual([1, "La destination contient déjà des données : elle doit être vide\n"])
  }
  expect(await contents()).toEqual(before)

  for (const { to, ...place } of [
    { to: url, dataDir: pathOf("scratch"), settings: { ...settings, PGPASSWORD: PASSWORD } },
    { to: back, dataDir: back, settings: {} },
  ]) {
    await using site = await startSite(place)
    expect((await request(`${site.url}/`)).text).toContain("</html>")
    expect((await request(`${site.url}/transport`)).status).toBe(200)
    const picture = await fetch(`${site.url}/uploads/${name}`)
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(readFileSync(join(origin, "uploads", name)))
    const messages = await request(`${site.url}/api/contact-messages?limit=1`, { headers: await signIn(site) })
    expect([messages.status, JSON.parse(messages.text)]).toMatchObject([200, [{ id: LARGE.messages }]])
    const { status, stderr } = await move(to)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^[^\n]*un site ou une commande travaille sur [^\n]+\n$/i),
    ])
  }
  expect(servers.countPuts()).toBe(stored)
  figures.add("moves into a place with a site, stopped or running; of them refused", "4, 4", "4")
})
