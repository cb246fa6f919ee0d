import { rm } from "node:fs/promises"
import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import {
  areDeletionsLeased,
  deleteUnreferencedFiles,
  type ImageContext,
  listReferencedNames,
  listReferences,
} from "#server/images/store/deletion.ts"
import { deleteDetails } from "#server/images/store/image-rows.ts"
import {
  deleteVariants,
  type ImageStore,
  imageExtension,
  listOlder,
  listVariantOriginals,
} from "#server/images/store/image-store.ts"
import { deleteOrphanParts } from "#server/images/store/resumable-uploads.ts"

/** Images, projects and contact requests are kept in the trash for this long. */
export const TRASH_MS = TRASH_DAYS * DAY_MS

/** SQLite and PostgreSQL limit the parameters of a statement. */
const BATCH_SIZE = 1_000

/**
 * Deletes unused images that are older than a day, images of the library whose time in the trash is over, and files of
 * interrupted uploads and deletions. Only the files of this machine are deleted unless it is this instance's turn, as
 * each instance would list all objects of the store.
 */
export async function collectImageGarbage(ctx: ImageContext, isMyTurn = async () => true): Promise<void> {
  const { db, images, now } = ctx
  for (const path of await images.listAbandonedFiles(now())) await rm(path, { recursive: true, force: true })
  if (!(await isMyTurn())) return
  if (await areDeletionsLeased(db, now())) return
  await deleteOrphanParts(ctx)
  const dayBefore = new Date(now().getTime() - DAY_MS).toISOString()
  await inTransaction(db, (trx) => trx.deleteFrom("visitorImages").where("uploadedAt", "<=", dayBefore).execute())
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; ) {
    const names = await deleteUnusedRows(db, now())
    await deleteUnreferencedFiles(ctx, names)
    deleted = names.length
  }
  await deleteUnreferencedFiles(ctx, await listOrphans(ctx, HOUR_MS))
  for (const name of await listMissingOriginals(images)) await deleteVariants(images, name)
}

/** Lists originals that are missing although they have variants. */
export async function listMissingOriginals(images: ImageStore): Promise<string[]> {
  const originals = await listVariantOriginals(images)
  // Originals are listed after the variants, so that the original of each new variant is listed.
  const stored = new Set(await images.originals.list())
  return originals.filter((name) => !stored.has(name))
}

/** Lists files of at least that age without a row. */
export async function listOrphans({ db, images, now }: ImageContext, ageMs: number): Promise<string[]> {
  const names = await images.originals.list()
  // The rows are read after the files, so that rows added meanwhile count.
  const referenced = await listReferencedNames(db)
  const orphans = names.filter((name) => !referenced.has(name) && imageExtension(name))
  return listOlder(images.originals, orphans, new Date(now().getTime() - ageMs))
}

/**
 * Deletes a batch of rows of images that no project, page or contact request shows; returns their names. Earlier versions of
 * projects keep an image, but not beyond its time in the trash.
 */
function deleteUnusedRows(db: Database, now: Date): Promise<string[]> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString()
  return inTransaction(db, async (trx) => {
    const unused = trx
      .selectFrom("images")
      .select("name")
      .where("name", "not in", trx.selectFrom("projectImages").select("image"))
      .where("name", "not in", trx.selectFrom("contentImages").select("image"))
      .where("name", "not in", trx.selectFrom("messagePhotos").select("image"))
      .where((is) =>
        is.or([
          is("deletedAt", "<", before(TRASH_MS)),
          is.and([
            is("deletedAt", "is", null),
            is("libraryAt", "is", null),
            is("createdAt", "<", before(DAY_MS)),
            is("name", "not in", trx.selectFrom("projectRevisionImages").select("image")),
          ]),
        ]),
      )
      .limit(BATCH_SIZE)
    const deleted = await trx.deleteFrom("images").where("name", "in", unused).returning("name").execute()
    if (deleted.length === 0) return []
    const names = deleted.map(({ name }) => name)
    await deleteDetails(trx, deleted)
    await trx.deleteFrom("projectRevisionImages").where("image", "in", names.flatMap(listReferences)).execute()
    return names
  })
}
