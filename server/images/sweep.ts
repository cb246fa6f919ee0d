import { existsSync } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { isHeld, PICTURE_DELETIONS } from "#server/database/holds.ts"
import { type Database, write } from "#server/database/write.ts"
import { isRunning, makerOf } from "#server/files.ts"
import { storedType } from "./formats.ts"
import { knownNames, type Removal, removeFiles } from "./removal.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Removes what nobody needs: pictures of forms that were never saved, and what broken work left behind. */
export async function sweepImages(store: Removal): Promise<void> {
  const { db, variants, now } = store
  for (const path of await listAbandoned(store)) await rm(path, { recursive: true, force: true })
  if (await isHeld(db, PICTURE_DELETIONS, now())) return
  await removeFiles(store, await forgetAbandoned(db, new Date(now().getTime() - DAY_MS)))
  await removeFiles(store, await listOrphans(store, HOUR_MS))
  for (const name of await listLostSources(store)) await variants.remove(name)
}

/** The pictures that are gone though their variants are there. */
export async function listLostSources({ uploads, variants }: Removal): Promise<string[]> {
  const sources = await variants.listSources()
  return sources.filter((name) => !existsSync(join(uploads, name)))
}

/** The names of the files without rows that have lain there for so long: a younger one's row may be on its way. */
export async function listOrphans({ db, uploads, now }: Removal, ageMs: number): Promise<string[]> {
  const known = await knownNames(db)
  const orphans: string[] = []
  for (const name of await readdir(uploads)) {
    if (known.has(name) || !storedType(name)) continue
    const changed = await changedAt(join(uploads, name))
    if (changed && now().getTime() - changed.getTime() >= ageMs) orphans.push(name)
  }
  return orphans
}

/** Forgets the pictures that came before that moment and that no project shows. */
function forgetAbandoned(db: Database, before: Date): Promise<string[]> {
  return write(db, async (trx) => {
    const forgotten = await trx
      .deleteFrom("images")
      .where("createdAt", "<", before.toISOString())
      .where("name", "not in", trx.selectFrom("projectImages").select("image"))
      .returning("name")
      .execute()
    return forgotten.map(({ name }) => name)
  })
}

/** What is left of work whose process is gone, or that takes longer than any work may: the files' paths. */
export async function listAbandoned({ uploads, variants, now }: Removal): Promise<string[]> {
  const abandoned: string[] = []
  for (const folder of [uploads, variants.folder]) {
    for (const file of await readdir(folder)) {
      const maker = makerOf(file)
      if (maker === undefined) continue
      const path = join(folder, file)
      const changed = await changedAt(path)
      const dead = maker === process.pid ? isOlderThanThis(changed) : !isRunning(maker)
      const old = changed && now().getTime() - changed.getTime() > HOUR_MS
      if (dead || old) abandoned.push(path)
    }
  }
  return abandoned
}

/** In a container every start may have the same number: what is older than this process is not its own. */
function isOlderThanThis(changed: Date | undefined): boolean {
  return changed !== undefined && changed.getTime() < performance.timeOrigin
}

async function changedAt(path: string): Promise<Date | undefined> {
  return (await stat(path).catch(() => undefined))?.mtime
}
