import { mkdirSync } from "node:fs"
import { join } from "node:path"
import Pg from "pg"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { type Site, type SiteOptions, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { startHaproxy } from "./haproxy.ts"

/** As many objects as S3 itself lists at once. */
const S3_LIST_PAGE = 1000

interface Options {
  settings?: Record<string, string>
  /** One entry per instance. */
  instances?: readonly Pick<SiteOptions, "settings" | "release">[]
}

/** Starts three instances on one PostgreSQL and one S3, and a load balancer in front of them. */
export async function startCluster({ settings = {}, instances = [{}, {}, {}] }: Options = {}) {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const postgres = stack.use(await startPostgresServer({ durable: true }))
  await postgres.run("create database site")
  const s3 = stack.use(await startS3Server({ listPage: S3_LIST_PAGE }))
  const databaseUrl = postgres.url("site")
  const shared = { DATABASE_URL: databaseUrl, TRUST_PROXY: "1", ...s3.environment("site"), ...settings }
  const sites: Site[] = []
  stack.defer(async () => {
    await Promise.all(sites.map((site) => site.stop()))
  })

  async function start(index: number, { settings: own, ...options }: SiteOptions = {}) {
    const dataDir = join(folder.path, String(index))
    mkdirSync(dataDir, { recursive: true })
    // An instance that starts again takes the port that the load balancer knows.
    const { port = "0" } = sites[index] ? new URL(sites[index].url) : {}
    const site = await startSite({ dataDir, settings: { ...shared, ...own, PORT: port }, ...options })
    sites[index] = site
    return site
  }

  await Promise.all(instances.map((options, index) => start(index, options)))
  const balancer = stack.use(await startHaproxy(sites.map((site) => site.url)))
  const owned = stack.move()
  return {
    url: balancer.url,
    sites,
    postgres,
    databaseUrl,
    s3,
    /** Starts the instance with that index again. */
    start,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Reads rows directly from the database, without the site. */
export async function readPostgres<Row>(databaseUrl: string, query: string): Promise<Row[]> {
  const client = new Pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** Lists the ids of stored contact requests; one that is stored twice is there twice. */
export async function storedRequestIds(databaseUrl: string): Promise<string[]> {
  const rows = await readPostgres<{ id: string }>(databaseUrl, "select idempotency_key as id from messages")
  return rows.map(({ id }) => id)
}
