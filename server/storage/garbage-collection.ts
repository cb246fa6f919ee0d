import { existsSync } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { isProcessRunning, parseTemporaryOwner } from "#server/files.ts"
import { storedType } from "#server/images/formats.ts"
import { deleteUnreferencedFiles, type ImageStorage, listReferencedNames } from "./deletion.ts"
import { isLeased, PICTURE_DELETIONS } from "./leases.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Removes what nobody needs: pictures of forms that were never saved, and what broken work left behind. */
export async function collectImageGarbage(store: ImageStorage): Promise<void> {
  const { db, variants, now } = store
  for (const path of await listAbandonedTemporaryFiles(store)) await rm(path, { recursive: true, force: true })
  if (await isLeased(db, PICTURE_DELETIONS, now())) return
  await deleteUnreferencedFiles(store, await deleteAbandonedRows(db, new Date(now().getTime() - DAY_MS)))
  await deleteUnreferencedFiles(store, await listOrphans(store, HOUR_MS))
  for (const name of await listMissingVariantSources(store)) await variants.remove(name)
}

/** The pictures that are gone though their variants are there. */
export async function listMissingVariantSources({ uploads, variants }: ImageStorage): Promise<string[]> {
  const sources = await variants.listSources()
  return sources.filter((name) => !existsSync(join(uploads, name)))
}

/** The names of the files without rows that have lain there for so long: a younger one's row may be on its way. */
export async function listOrphans({ db, uploads, now }: ImageStorage, ageMs: number): Promise<string[]> {
  const known = await listReferencedNames(db)
  const orphans: string[] = []
  for (const name of await readdir(uploads)) {
    if (known.has(name) || !storedType(name)) continue
    const changed = await changedAt(join(uploads, name))
    if (changed && now().getTime() - changed.getTime() >= ageMs) orphans.push(name)
  }
  return orphans
}

/** Forgets the pictures that came before that moment and that no project shows. */
function deleteAbandonedRows(db: Database, before: Date): Promise<string[]> {
  return inTransaction(db, async (trx) => {
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
export async function listAbandonedTemporaryFiles({ uploads, variants, now }: ImageStorage): Promise<string[]> {
  const abandoned: string[] = []
  for (const folder of [uploads, variants.folder]) {
    for (const file of await readdir(folder)) {
      const maker = parseTemporaryOwner(file)
      if (maker === undefined) continue
      const path = join(folder, file)
      const changed = await changedAt(path)
      const dead = maker === process.pid ? isOlderThanThis(changed) : !isProcessRunning(maker)
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
