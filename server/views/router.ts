import { ViewDraft, ViewId } from "#server/contract/views.ts"
import { adminProcedure, router } from "#server/trpc/procedures.ts"
import { deleteView, saveView } from "./commands.ts"
import { listViews } from "./queries.ts"

export const viewsRouter = router({
  list: adminProcedure.query(({ ctx }) => listViews(ctx.db, ctx.account.id)),
  save: adminProcedure.input(ViewDraft).mutation(({ ctx, input }) => saveView(ctx, input)),
  delete: adminProcedure.input(ViewId).mutation(({ ctx, input }) => deleteView(ctx, input)),
})
