import { DraftCreation, ProjectCreation } from "#server/contract/project-creation.ts"
import {
  Batch,
  BulkChange,
  NewPreviewLink,
  PortfolioQuery,
  PreviewLinkId,
  ProjectChange,
  ProjectCriteria,
  ProjectFilter,
  ProjectId,
  ProjectSchedule,
  ProjectSearch,
  ProjectVersion,
  RevisionOfProject,
  SectorOfPins,
  SectorPageQuery,
  SectorPins,
  Slug,
} from "#server/contract/projects.ts"
import { adminProcedure, publicProcedure, router } from "#server/trpc/procedures.ts"
import { changeProjects, undoBatch } from "./bulk.ts"
import { createProject, restoreRevision, updateProject } from "./commands.ts"
import { listPinned, pinProjects } from "./pins.ts"
import { listPortfolio } from "./portfolio.ts"
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from "./preview-links.ts"
import { deleteProject, publishProject, restoreProject, scheduleProject, withdrawProject } from "./publication.ts"
import { getManagedProject, getProject, getProjectAtSlug, listProjectPage, listProjects } from "./queries.ts"
import { listRevisions } from "./revisions.ts"
import { listProjectIds, searchProjects } from "./search.ts"

export const projectsRouter = router({
  list: publicProcedure.input(ProjectFilter).query(({ ctx, input }) => listProjects(ctx.db, input)),
  page: publicProcedure
    .input(SectorPageQuery)
    .query(({ ctx, input }) => listProjectPage(ctx.db, input.sector, input.page)),
  portfolio: publicProcedure.input(PortfolioQuery).query(({ ctx, input }) => listPortfolio(ctx.db, input)),
  get: publicProcedure.input(ProjectId).query(({ ctx, input }) => getProject(ctx.db, input)),
  atSlug: publicProcedure.input(Slug).query(({ ctx, input }) => getProjectAtSlug(ctx, input)),

  search: adminProcedure.input(ProjectSearch).query(({ ctx, input }) => searchProjects(ctx.db, input)),
  ids: adminProcedure.input(ProjectCriteria).query(({ ctx, input }) => listProjectIds(ctx.db, input)),
  managed: adminProcedure.input(ProjectId).query(({ ctx, input }) => getManagedProject(ctx.db, input)),
  create: adminProcedure
    .input(ProjectCreation)
    .mutation(({ ctx, input }) => createProject(ctx, { ...input, isPublished: true })),
  createDraft: adminProcedure
    .input(DraftCreation)
    .mutation(({ ctx, input }) => createProject(ctx, { ...input, isPublished: false })),
  update: adminProcedure.input(ProjectChange).mutation(({ ctx, input }) => updateProject(ctx, input)),
  publish: adminProcedure.input(ProjectVersion).mutation(({ ctx, input }) => publishProject(ctx, input)),
  withdraw: adminProcedure.input(ProjectVersion).mutation(({ ctx, input }) => withdrawProject(ctx, input)),
  schedule: adminProcedure.input(ProjectSchedule).mutation(({ ctx, input }) => scheduleProject(ctx, input)),
  delete: adminProcedure.input(ProjectId).mutation(({ ctx, input }) => deleteProject(ctx, input)),
  restore: adminProcedure.input(ProjectId).mutation(({ ctx, input }) => restoreProject(ctx, input)),

  revisions: adminProcedure
    .input(ProjectId)
    .query(async ({ ctx, input }) => listRevisions(ctx.db, await getManagedProject(ctx.db, input))),
  restoreRevision: adminProcedure.input(RevisionOfProject).mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  change: adminProcedure.input(BulkChange).mutation(({ ctx, input }) => changeProjects(ctx, input)),
  undo: adminProcedure.input(Batch).mutation(({ ctx, input }) => undoBatch(ctx, input)),
  pinned: adminProcedure.input(SectorOfPins).query(({ ctx, input }) => listPinned(ctx.db, input)),
  pin: adminProcedure.input(SectorPins).mutation(({ ctx, input }) => pinProjects(ctx, input)),
  previewLinks: adminProcedure.input(ProjectId).query(({ ctx, input }) => listPreviewLinks(ctx.db, input, ctx.now())),
  createPreviewLink: adminProcedure.input(NewPreviewLink).mutation(({ ctx, input }) => createPreviewLink(ctx, input)),
  revokePreviewLink: adminProcedure.input(PreviewLinkId).mutation(({ ctx, input }) => revokePreviewLink(ctx, input)),
})
