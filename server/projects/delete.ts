import { recordAudit } from "#server/audit/audit-log.ts"
import { bumpContentVersion } from "#server/database/transaction.ts"
import { deleteImages, deleteUnusedImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getProject } from "./queries.ts"

export interface DeletedProject {
  id: number
  name: string
  /** How many pictures went with it: those that no other project uses. */
  images: number
}

export async function deleteProject(ctx: AccountContext, id: number): Promise<DeletedProject> {
  const { name, dropped } = await deleteImages(ctx, async (trx) => {
    const { name, images } = await getProject(trx, id)
    await trx.deleteFrom("projects").where("id", "=", id).execute()
    const dropped = await deleteUnusedImages(
      trx,
      images.map((image) => image.name),
    )
    await bumpContentVersion(trx)
    const entry = { accountId: ctx.account.id, action: "delete", subject: "project", subjectId: id } as const
    await recordAudit(trx, { ...entry, details: { name, images: dropped.length } }, ctx.now())
    return { name, dropped }
  })
  return { id, name, images: dropped.length }
}
