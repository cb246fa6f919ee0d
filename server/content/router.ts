import {
  ContentReversion,
  Discard,
  DraftSave,
  PageOfContent,
  Publication,
  PublicPageInput,
  RevisionId,
  rightToEdit,
  rightToRead,
  Schedule,
} from "#server/contract/content/edit.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { contentProcedure, procedureFor, requireRightOf, router } from "#server/trpc/procedures.ts"
import { discardDraft, publishPage, revertContent, saveDraft, schedulePage } from "./commands.ts"
import { getEditedPage, getPage, getRevision, getSite, listContentRevisions, listPageStates } from "./queries.ts"

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
  page: contentProcedure.input(PublicPageInput).query(({ ctx, input }) => getPage(ctx, input.slug)),
  pages: procedureFor("content.read").query(({ ctx }) => listPageStates(ctx.db)),
  edited: readProcedure.query(({ ctx, input }) => getEditedPage(ctx, input.page)),
  revisions: readProcedure.query(({ ctx, input }) => listContentRevisions(ctx.db, input.page)),
  revision: readProcedure.input(RevisionId).query(({ ctx, input }) => getRevision(ctx.db, input.page, input.id)),
  saveDraft: editProcedure.input(DraftSave).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  publish: editProcedure.input(Publication).mutation(({ ctx, input }) => publishPage(ctx, input)),
  schedule: editProcedure.input(Schedule).mutation(({ ctx, input }) => schedulePage(ctx, input)),
  discard: editProcedure.input(Discard).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  revert: editProcedure.input(ContentReversion).mutation(({ ctx, input }) => revertContent(ctx, input)),
})
