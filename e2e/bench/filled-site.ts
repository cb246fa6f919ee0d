import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addMessage } from "#e2e/admin/add-message.ts"
import { type Site, type SiteOptions, startSite } from "#e2e/start-site.ts"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/transaction.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { type Seeds, seed } from "#server/tools/seed.ts"

/** The sector whose page shows this many projects; the others have the rest. */
export const SMALL_SECTOR = { sector: "Transport", path: "/transport", projects: 20 } as const

/** What one project and one message speak of, and no other. */
export const RARE_WORD = "héliport"

const made = new Date(Date.UTC(2026, 0, 1))

/** A production start of its own, on a temporary database with so many rows, its request log on. */
export async function startFilledSite(rows: Seeds, options: Pick<SiteOptions, "args"> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "lisanga-bench-"))
  const dataDir = join(folder, "data")
  try {
    // A first start makes the tables, the demonstration and the administrator.
    await (await startSite({ dataDir })).stop()
    await fill(dataDir, rows)
    const site = await startSite({ dataDir, logFile: join(folder, "log"), settings: { LOG_LEVEL: "info" }, ...options })
    const stop = () => site.stop().finally(() => rm(folder, { recursive: true, force: true }))
    return { ...site, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function fill(dataDir: string, { projects, messages }: Seeds) {
  await using db = await connectFile(join(dataDir, "site.db"))
  await createTestProject(db, { name: `Piste de l’${RARE_WORD}`, sector: "Construction", at: made.toISOString() })
  await addMessage(db, { at: made, message: `Un ${RARE_WORD} peut-il être construit à Gombe ?` })
  const present = await db.selectFrom("projects").select("id").execute()
  await seed(db, { projects: projects - present.length, messages: messages - 1 }, made)
  await limitSector(db)
}

/** The same page at every size: the newest stay, the others move to another sector. */
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
