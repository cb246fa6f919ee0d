import * as z from "zod/mini"
import {
  DraftSave,
  PageOfContent,
  Publication,
  RevisionId,
  RevisionRestoration,
  rightToEdit,
  rightToRead,
  Schedule,
} from "#server/contract/content/edit.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Right } from "#server/contract/rights.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { contentProcedure, procedureFor, requireRightOf, router } from "#server/trpc/procedures.ts"
import { discardDraft, publishPage, restoreContentRevision, saveDraft, schedulePage } from "./commands.ts"
import {
  getContactPage,
  getEditedPage,
  getPage,
  getRevision,
  getSectorPage,
  getSite,
  listContentRevisions,
  listPageStates,
} from "./queries.ts"

const SectorOfPage = z.enum(SECTORS, messages.unknownSector)

/** Requires the right for the page in question too, since the settings need another one than the other pages. */
function pageProcedure(right: Right, rightFor: typeof rightToRead) {
  return procedureFor(right)
    .input(PageOfContent)
    .use(({ ctx, input, next }) => {
      requireRightOf(ctx, rightFor(input.page))
      return next()
    })
}

const readProcedure = pageProcedure("content.read", rightToRead)
const editProcedure = pageProcedure("content.write", rightToEdit)

export const contentRouter = router({
  site: contentProcedure.query(({ ctx }) => getSite(ctx, ctx.now())),
  home: contentProcedure.query(({ ctx }) => getPage(ctx, "accueil")),
  sector: contentProcedure.input(SectorOfPage).query(({ ctx, input }) => getSectorPage(ctx, input)),
  about: contentProcedure.query(({ ctx }) => getPage(ctx, "a-propos")),
  contact: contentProcedure.query(({ ctx }) => getContactPage(ctx)),
  pages: procedureFor("content.read").query(({ ctx }) => listPageStates(ctx.db)),
  edited: readProcedure.query(({ ctx, input }) => getEditedPage(ctx, input.page)),
  revisions: readProcedure.query(({ ctx, input }) => listContentRevisions(ctx.db, input.page)),
  revision: readProcedure.input(RevisionId).query(({ ctx, input }) => getRevision(ctx.db, input.page, input.id)),
  saveDraft: editProcedure.input(DraftSave).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  publish: editProcedure.input(Publication).mutation(({ ctx, input }) => publishPage(ctx, input)),
  schedule: editProcedure.input(Schedule).mutation(({ ctx, input }) => schedulePage(ctx, input)),
  discard: editProcedure.input(Publication).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  restore: editProcedure.input(RevisionRestoration).mutation(({ ctx, input }) => restoreContentRevision(ctx, input)),
})
