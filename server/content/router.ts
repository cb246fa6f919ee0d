import * as z from "zod/mini"
import {
  DraftSave,
  PageOfContent,
  Publication,
  RevisionId,
  RevisionRestoration,
  rightToEdit,
  Schedule,
} from "#server/contract/content/edit.ts"
import { messages } from "#server/contract/response-messages.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { procedureFor, publicProcedure, requireRightOf, router } from "#server/trpc/procedures.ts"
import { discardDraft, publishPage, restoreContentRevision, saveDraft, schedulePage } from "./commands.ts"
import {
  getEditedPage,
  getPage,
  getRevision,
  getSectorPage,
  getSite,
  listContentRevisions,
  listPageStates,
} from "./queries.ts"

const SectorOfPage = z.enum(SECTORS, messages.unknownSector)

/** Requires another right for a change of the settings than for a change of a page. */
const editProcedure = procedureFor("content.write")
  .input(PageOfContent)
  .use(({ ctx, input, next }) => {
    requireRightOf(ctx.account, rightToEdit(input.page))
    return next()
  })

export const contentRouter = router({
  site: publicProcedure.query(({ ctx }) => getSite(ctx, ctx.now())),
  home: publicProcedure.query(({ ctx }) => getPage(ctx, "accueil")),
  sector: publicProcedure.input(SectorOfPage).query(({ ctx, input }) => getSectorPage(ctx, input)),
  about: publicProcedure.query(({ ctx }) => getPage(ctx, "a-propos")),
  contact: publicProcedure.query(({ ctx }) => getPage(ctx, "contact")),
  pages: procedureFor("content.read").query(({ ctx }) => listPageStates(ctx.db)),
  edited: procedureFor("content.read")
    .input(PageOfContent)
    .query(({ ctx, input }) => getEditedPage(ctx, input.page)),
  revisions: procedureFor("content.read")
    .input(PageOfContent)
    .query(({ ctx, input }) => listContentRevisions(ctx.db, input.page)),
  revision: procedureFor("content.read")
    .input(RevisionId)
    .query(({ ctx, input }) => getRevision(ctx.db, input.page, input.id)),
  saveDraft: editProcedure.input(DraftSave).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  publish: editProcedure.input(Publication).mutation(({ ctx, input }) => publishPage(ctx, input)),
  schedule: editProcedure.input(Schedule).mutation(({ ctx, input }) => schedulePage(ctx, input)),
  discard: editProcedure.input(Publication).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  restore: editProcedure.input(RevisionRestoration).mutation(({ ctx, input }) => restoreContentRevision(ctx, input)),
})
