import { Id } from "#server/contract/id.ts"
import { ViewDraft } from "#server/contract/views.ts"
import { procedureFor, router } from "#server/trpc/procedures.ts"
import { deleteView, saveView } from "./commands.ts"
import { listViews } from "./queries.ts"

export const viewsRouter = router({
  list: procedureFor("projects.read").query(({ ctx }) => listViews(ctx.db, ctx.account.id)),
  save: procedureFor("projects.write")
    .input(ViewDraft)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  delete: procedureFor("projects.write")
    .input(Id)
    .mutation(({ ctx, input }) => deleteView(ctx, input)),
})
