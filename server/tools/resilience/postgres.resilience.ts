import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Pg from "pg"
import { expect, test } from "vitest"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { storedRequestIds } from "./cluster.ts"
import { figuresOf } from "./figures.ts"
import { startPgBouncer } from "./pgbouncer.ts"
import { fillDisk } from "./spare-disk.ts"
import { startTcpProxy } from "./tcp-proxy.ts"
import { type Exchange, idsOf, p99Of, repeatUnanswered, startTraffic, statusesOf } from "./traffic.ts"
import { request, sendContact } from "./visitor.ts"

const figures = figuresOf("postgres", "PostgreSQL that is away, locked, full, read-only or silent")

/** All requests must succeed again within this time. */
const RECOVERY_MS = 5000

type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>

async function startOn(postgres: PostgresServer, databaseUrl = postgres.url("site")) {
  await postgres.run("create database site")
  return startSite({ settings: { DATABASE_URL: databaseUrl } })
}

interface Period {
  from: number
  to: number
}

/** Returns the milliseconds from the end of the period until no new request fails any more. */
function recoveryMs(exchanges: readonly Exchange[], { to }: Period): number {
  const failed = exchanges.filter((exchange) => exchange.startedAt >= to && isFailed(exchange))
  return Math.max(0, ...failed.map(({ startedAt }) => startedAt - to))
}

function isFailed({ status }: Exchange): boolean {
  return status !== 200 && status !== 201
}

/** Expects that every failure was a 503 with Retry-After, that recovery was quick, and that nothing is lost. */
async function expectRecovery(site: Site, database: string, exchanges: readonly Exchange[], period: Period) {
  const unclear = exchanges.filter((one) => isFailed(one) && (one.status !== 503 || !one.retryAfter))
  expect(unclear).toEqual([])
  const recovered = recoveryMs(exchanges, period)
  expect(recovered).toBeLessThan(RECOVERY_MS)
  await expectStoredOnce(site.url, database, exchanges)
  const during = exchanges.filter(
    ({ startedAt, milliseconds }) => startedAt + milliseconds > period.from && startedAt < period.to,
  )
  return { during, recovered }
}

async function expectStoredOnce(url: string, databaseUrl: string, exchanges: readonly Exchange[]) {
  await repeatUnanswered(url, exchanges)
  expect((await storedRequestIds(databaseUrl)).sort()).toEqual(idsOf(exchanges).sort())
}

test.each([
  ["SIGINT", "stopped"],
  ["SIGQUIT", "crashed"],
  ["SIGKILL", "killed"],
] as const)("PostgreSQL gets %s under load and starts again", async (signal, what) => {
  await using postgres = await startPostgresServer({ durable: true })
  await using site = await startOn(postgres)
  const traffic = startTraffic(site.url)
  await pause(2000)
  const from = performance.now()
  await postgres.stop(signal)
  await pause(4000)
  await postgres.restart()
  const to = performance.now()
  await pause(RECOVERY_MS + 3000)
  const exchanges = await traffic.end()
  const { during, recovered } = await expectRecovery(site, postgres.url("site"), exchanges, { from, to })
  const acknowledged = statusesOf(exchanges).contacts[201]
  figures.add(`PostgreSQL ${what} for 4 s: answers meanwhile`, JSON.stringify(statusesOf(during)), "200, 201, 503")
  figures.add("their p99, ms", p99Of(during))
  figures.add("ms until every request is served again, without a restart of the site", recovered, `< ${RECOVERY_MS}`)
  figures.add("contact requests acknowledged, of them lost or twice", `${acknowledged}, 0`, "0")
})

test.each([
  ["all writes", "select pg_advisory_lock(7261)"],
  ["the projects", "begin; lock table projects in access exclusive mode"],
])("another client holds a lock of %s for 8 s", async (what, lock) => {
  await using postgres = await startPostgresServer({ durable: true })
  await using site = await startOn(postgres)
  const traffic = startTraffic(site.url)
  await pause(2000)
  const other = new Pg.Client(postgres.url("site"))
  await other.connect()
  await other.query(lock)
  const from = performance.now()
  await pause(8000)
  await other.end()
  const to = performance.now()
  await pause(RECOVERY_MS)
  const exchanges = await traffic.end()
  const { during, recovered } = await expectRecovery(site, postgres.url("site"), exchanges, { from, to })
  figures.add(`a lock of ${what} for 8 s: answers meanwhile`, JSON.stringify(statusesOf(during)))
  figures.add("p99 of pages meanwhile, ms", p99Of(during.filter(({ requestId }) => requestId === undefined)))
  figures.add("ms until every request is served again", recovered, `< ${RECOVERY_MS}`)
})

test("PostgreSQL has no connection left", async () => {
  await using postgres = await startPostgresServer({ durable: true, settings: { max_connections: "20" } })
  await using site = await startOn(postgres)
  // These clients take all free connections before the site has opened its own.
  const others: Pg.Client[] = []
  for (;;) {
    const client = new Pg.Client(postgres.url("site"))
    client.on("error", () => {})
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    if (!isOpen) break
    others.push(client)
  }
  const traffic = startTraffic(site.url)
  const from = performance.now()
  await pause(6000)
  await Promise.all(others.map((client) => client.end()))
  const to = performance.now()
  await pause(RECOVERY_MS)
  const exchanges = await traffic.end()
  const { during, recovered } = await expectRecovery(site, postgres.url("site"), exchanges, { from, to })
  figures.add(`all connections taken by ${others.length} others: answers meanwhile`, JSON.stringify(statusesOf(during)))
  figures.add("ms until every request is served again", recovered, `< ${RECOVERY_MS}`)
})

test("PostgreSQL becomes read-only", async () => {
  await using postgres = await startPostgresServer({ durable: true })
  await using site = await startOn(postgres)
  const setReadOnly = async (value: "on" | "off") => {
    await postgres.run(`alter system set default_transaction_read_only = ${value}`)
    await postgres.run("select pg_reload_conf()")
    await pause(500)
  }
  const traffic = startTraffic(site.url)
  await pause(2000)
  await setReadOnly("on")
  const from = performance.now()
  await pause(4000)
  const to = performance.now()
  await setReadOnly("off")
  const back = performance.now()
  await pause(RECOVERY_MS)
  const exchanges = await traffic.end()
  const { pages } = statusesOf(exchanges)
  expect(pages).toEqual({ 200: expect.any(Number) })
  const { contacts } = statusesOf(exchanges.filter(({ startedAt }) => startedAt > from && startedAt < to))
  expect(contacts).toEqual({ 507: expect.any(Number) })
  const recovered = recoveryMs(exchanges, { from, to: back })
  expect(recovered).toBeLessThan(RECOVERY_MS)
  await expectStoredOnce(site.url, postgres.url("site"), exchanges)
  figures.add("read-only for 4 s: contact requests answered 507", contacts[507] ?? 0)
  figures.add("pages read meanwhile and after, of them failed", `${pages[200]}, 0`, "0")
  figures.add("ms until every request is served again", recovered, `< ${RECOVERY_MS}`)
})

test("PostgreSQL's disk is full", async () => {
  using disk = mountMemoryDisk(120 * 1024 * 1024)
  if (!disk) throw new Error("This test mounts a disk in memory: run it as root")
  await using postgres = await startPostgresServer({ durable: true, dataFolder: disk.path })
  await using site = await startOn(postgres)
  const ballast = join(disk.path, "ballast")
  await fillDisk(ballast)
  const message = "Une longue demande. ".repeat(200)
  const sent = new Map<string, number>()
  const send = async () => {
    const requestId = randomUUID()
    const { status, text } = await sendContact(site, { requestId, message })
    sent.set(requestId, status)
    if (status !== 201) expect([status, text]).toEqual([507, expect.stringContaining("Espace disque insuffisant")])
    return status
  }
  // The pages that the table already has may have some room left.
  while ((await send()) === 201) expect(sent.size).toBeLessThan(1000)
  const crowd = await Promise.all(Array.from({ length: 100 }, send))
  expect(crowd).toEqual(crowd.map(() => 507))
  const pages = await Promise.all(
    ["/", "/transport", "/api/projects", "/login"].map((path) => request(site.url + path)),
  )
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  rmSync(ballast)
  expect(await send()).toBe(201)
  const acknowledged = [...sent].filter(([, status]) => status === 201).map(([id]) => id)
  expect((await storedRequestIds(postgres.url("site"))).sort()).toEqual(acknowledged.sort())
  figures.add("contact requests answered 507 on a full disk, and stored all the same", `${crowd.length + 1}, 0`, "0")
  figures.add("contact requests acknowledged before and after, of them lost", `${acknowledged.length}, 0`, "0")
})

test("the network to PostgreSQL is cut without a word", async () => {
  await using postgres = await startPostgresServer({ durable: true })
  using network = await startTcpProxy(postgres.socket)
  await using site = await startOn(postgres, `postgres://site@127.0.0.1:${network.port}/site`)
  const traffic = startTraffic(site.url)
  await pause(2000)
  const from = performance.now()
  network.cut()
  await pause(12_000)
  network.mend()
  const to = performance.now()
  await pause(RECOVERY_MS + 3000)
  const exchanges = await traffic.end()
  const { during, recovered } = await expectRecovery(site, postgres.url("site"), exchanges, { from, to })
  const longest = Math.max(...during.map(({ milliseconds }) => milliseconds))
  expect(longest).toBeLessThan(15_000)
  expect((await request(`${site.url}/api/health`)).status).toBe(200)
  figures.add("network cut for 12 s: answers meanwhile", JSON.stringify(statusesOf(during)), "200, 503")
  figures.add("the longest of them, s", longest / 1000)
  figures.add("ms until every request is served again", recovered, `< ${RECOVERY_MS}`)
})

test("a stop does not wait for a PostgreSQL that is silent", async () => {
  await using postgres = await startPostgresServer({ durable: true })
  using network = await startTcpProxy(postgres.socket)
  await using site = await startOn(postgres, `postgres://site@127.0.0.1:${network.port}/site`)
  expect((await request(`${site.url}/api/projects`)).status).toBe(200)
  network.cut()
  const start = performance.now()
  await site.stop()
  const seconds = (performance.now() - start) / 1000
  expect(seconds).toBeLessThan(10)
  figures.add("s from SIGTERM to the end while the network is cut", seconds, "< 10")
})

test.each(["", "ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout"])(
  "behind PgBouncer the start stops with one line, %j",
  async (settings) => {
    await using postgres = await startPostgresServer()
    await postgres.run("create database site")
    await using bouncer = await startPgBouncer(postgres.socket, settings)
    await expect(startSite({ settings: { DATABASE_URL: bouncer.url("site") } })).rejects.toThrow(
      /printed no URL:\nDATABASE_URL : un répartiteur de connexions [^\n]+\n$/,
    )
  },
)
