import { recordAudit } from "#server/database/audit.ts"
import { raiseContentVersion } from "#server/database/write.ts"
import { dropImages, forgetUnused } from "#server/images/store.ts"
import type { AccountContext } from "#server/trpc.ts"
import { getProject } from "./queries.ts"

export interface DeletedProject {
  id: number
  name: string
  /** How many pictures went with it: those that no other project uses. */
  images: number
}

export async function deleteProject(ctx: AccountContext, id: number): Promise<DeletedProject> {
  const { name, dropped } = await dropImages(ctx, async (trx) => {
    const { name, images } = await getProject(trx, id)
    await trx.deleteFrom("projects").where("id", "=", id).execute()
    const dropped = await forgetUnused(
      trx,
      images.map((image) => image.name),
    )
    await raiseContentVersion(trx)
    const entry = { accountId: ctx.signedIn.id, action: "delete", subject: "project", subjectId: id } as const
    await recordAudit(trx, { ...entry, details: { name, images: dropped.length } }, ctx.now())
    return { name, dropped }
  })
  return { id, name, images: dropped.length }
}
