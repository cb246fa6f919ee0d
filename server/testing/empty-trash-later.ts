import { DAY_MS } from "#server/contract/durations.ts"
import type { ImageContext } from "#server/images/store/deletion.ts"
import { emptyTrash } from "#server/projects/trash.ts"

/** Empties the trash as if its content had been there for that many days. */
export async function emptyTrashLater(ctx: ImageContext, days = 31): Promise<void> {
  const deletedAt = new Date(ctx.now().getTime() - days * DAY_MS).toISOString()
  await ctx.db.updateTable("projects").set({ deletedAt }).where("deletedAt", "is not", null).execute()
  await emptyTrash(ctx)
}
