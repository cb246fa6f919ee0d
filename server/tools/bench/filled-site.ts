import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessage, createTestProject } from "#server/testing/fixtures.ts"
import { type Site, type SiteOptions, startSite } from "#server/testing/start-site.ts"
import { type Seeds, seed } from "#server/tools/seed.ts"
import { type Engine, sqlite } from "./engines.ts"

/** This sector's page shows this many projects; the other sectors share the rest. */
export const SMALL_SECTOR = { sector: "Transport", path: "/transport", projects: 20 } as const

/** Only one project and one message contain this word. */
export const RARE_WORD = "héliport"

/** Only the same project and message contain these two letters. */
export const RARE_PAIR = "qx"

/** It must be recent, since each start deletes old messages. */
const made = new Date()

export interface FilledSite extends AsyncDisposable {
  /** Starts the site in production mode, with its request log on. */
  start(options?: Pick<SiteOptions, "args">): Promise<Site>
}

/** Creates a site with that many rows. Its instances must be stopped before it is removed. */
export async function fillSite(rows: Seeds, engine: Engine = sqlite): Promise<FilledSite> {
  const folder = await mkdtemp(join(tmpdir(), "lisanga-bench-"))
  const remove = () => rm(folder, { recursive: true, force: true })
  const dataDir = join(folder, "data")
  try {
    // A first start creates the tables, the demonstration projects and the administrator.
    await (await startSite({ dataDir })).stop()
    await fill(dataDir, rows)
    const settings = { LOG_LEVEL: "info", ...(await engine.settingsFor(join(dataDir, "site.db"))) }
    const start: FilledSite["start"] = (options) =>
      startSite({ dataDir, logFile: join(folder, `log-${randomUUID()}`), settings, ...options })
    return { start, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Starts the only instance of a site with that many rows. */
export async function startFilledSite(
  rows: Seeds,
  { engine, ...options }: Pick<SiteOptions, "args"> & { engine?: Engine } = {},
): Promise<Site> {
  const filled = await fillSite(rows, engine)
  try {
    const site = await filled.start(options)
    const stop = () => site.stop().finally(() => filled[Symbol.asyncDispose]())
    return { ...site, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await filled[Symbol.asyncDispose]()
    throw error
  }
}

async function fill(dataDir: string, { projects, messages, ...revisions }: Seeds) {
  await using db = await connectFile(join(dataDir, "site.db"))
  await createTestProject(db, {
    name: `Piste de l’${RARE_WORD} ${RARE_PAIR}`,
    sector: "Construction",
    at: made.toISOString(),
  })
  await createTestMessage(db, { at: made, message: `Un ${RARE_WORD} (${RARE_PAIR}) peut-il être construit à Gombe ?` })
  const present = await db.selectFrom("projects").select("id").execute()
  await seed(db, { projects: projects - present.length, messages: messages - 1, ...revisions }, made)
  await limitSector(db)
}

/** Keeps the sector's page equal at every size: its newest projects stay, the others move to another sector. */
async function limitSector(db: Database) {
  const { sector, projects } = SMALL_SECTOR
  const ofSector = () => db.selectFrom("projects").select("id").orderBy("createdAt", "desc").orderBy("id", "desc")
  const staying = (await ofSector().where("sector", "=", sector).limit(projects).execute()).map(({ id }) => id)
  await db
    .updateTable("projects")
    .set({ sector: "Construction" })
    .where("sector", "=", sector)
    .where("id", "not in", staying)
    .execute()
  const missing = projects - staying.length
  if (missing <= 0) return
  const moved = (await ofSector().where("sector", "!=", sector).limit(missing).execute()).map(({ id }) => id)
  await db.updateTable("projects").set({ sector }).where("id", "in", moved).execute()
}
