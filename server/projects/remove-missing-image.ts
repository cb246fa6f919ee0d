import { about, COMMAND_LINE, recordAudit } from "#server/audit/audit-log.ts"
import type { Database } from "#server/database/core/database.ts"
import { withExclusiveImageLock } from "#server/database/image-lock.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { listReferences } from "#server/images/store/deletion.ts"
import { changeImagesOfProjects } from "#server/projects/versions/change-images.ts"

interface MissingImage {
  name: string
  isMissing: (name: string) => Promise<boolean>
  now: Date
}

/** Deletes the row of an image whose file is missing, and removes it from all projects and contact requests. */
export async function removeMissingImage(db: Database, { name, isMissing, now }: MissingImage): Promise<void> {
  await withExclusiveImageLock(db, async () => {
    // The file may have been uploaded again; while the lock is held, no process stores images or their rows.
    if (await isMissing(name)) await removeEverywhere(db, name, now)
  })
}

async function removeEverywhere(db: Database, name: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const entry = { ...COMMAND_LINE, action: "drop lost image" } as const
    const references = listReferences(name)
    const isReference = ({ image }: { image: string }) => references.includes(image)
    const projects = await changeImagesOfProjects(trx, name, (images) => images.filter((one) => !isReference(one)), {
      action: "drop lost image",
      accountId: null,
      now,
    })
    for (const { id, name, before } of projects) {
      const details = { images: before.filter(isReference) }
      await recordAudit(trx, { ...entry, ...about("project", id, name), details }, now)
    }
    await trx.deleteFrom("projectRevisionImages").where("image", "in", references).execute()
    await trx.deleteFrom("messagePhotos").where("image", "=", name).execute()
    // An image that a page shows keeps its row until somebody replaces the picture.
    await trx
      .deleteFrom("images")
      .where("name", "=", name)
      .where("name", "not in", trx.selectFrom("contentImages").select("image"))
      .execute()
    await recordAudit(trx, { ...entry, ...about("image", null, name), details: { name } }, now)
  })
}
