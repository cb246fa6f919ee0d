import * as z from "zod/mini"
import { Id } from "#server/contract/id.ts"
import { BatchId, IdempotencyKey } from "#server/contract/idempotency-key.ts"
import { ProjectDraft, PublishableProject } from "#server/contract/project-drafts.ts"
import {
  BulkChange,
  NewPreviewLink,
  PortfolioQuery,
  PreviewLinkId,
  ProjectChange,
  ProjectCriteria,
  ProjectFilter,
  ProjectSchedule,
  ProjectSearch,
  ProjectVersion,
  RevisionOfProject,
  SectorField,
  SectorPageQuery,
  SectorPins,
  Slug,
} from "#server/contract/projects.ts"
import { contentProcedure, procedureFor, publicProcedure, router } from "#server/trpc/procedures.ts"
import { changeProjects, undoBatch } from "./bulk.ts"
import { createProject, revertProject, updateProject } from "./commands.ts"
import { listPinned, pinProjects } from "./pins.ts"
import { listPortfolio } from "./portfolio.ts"
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from "./preview-links.ts"
import { deleteProject, publishProject, restoreProject, scheduleProject, withdrawProject } from "./publication.ts"
import { getManagedProject, getProject, getProjectAtSlug, listProjectPage, listProjects } from "./queries.ts"
import { listProjectRevisions } from "./revisions.ts"
import { listProjectIds, searchProjects } from "./search.ts"
import { findSlugHolder } from "./slugs.ts"

const ProjectCreation = z.extend(PublishableProject, { idempotencyKey: z.optional(IdempotencyKey) })

const DraftCreation = z.extend(ProjectDraft, { idempotencyKey: z.optional(IdempotencyKey) })

const readProcedure = procedureFor("projects.read")
const writeProcedure = procedureFor("projects.write")

export const projectsRouter = router({
  list: contentProcedure.input(ProjectFilter).query(({ ctx, input }) => listProjects(ctx.db, input)),
  page: contentProcedure
    .input(SectorPageQuery)
    .query(({ ctx, input }) => listProjectPage(ctx, input.sector, input.page)),
  portfolio: contentProcedure.input(PortfolioQuery).query(({ ctx, input }) => listPortfolio(ctx, input)),
  get: contentProcedure.input(Id).query(({ ctx, input }) => getProject(ctx.db, input)),
  atSlug: publicProcedure.input(Slug).query(({ ctx, input }) => getProjectAtSlug(ctx, input)),

  search: readProcedure.input(ProjectSearch).query(({ ctx, input }) => searchProjects(ctx.db, input)),
  ids: readProcedure.input(ProjectCriteria).query(({ ctx, input }) => listProjectIds(ctx.db, input)),
  managed: readProcedure.input(Id).query(({ ctx, input }) => getManagedProject(ctx.db, input)),
  slugHolder: readProcedure.input(Id).query(({ ctx, input }) => findSlugHolder(ctx.db, input)),
  create: writeProcedure
    .input(ProjectCreation)
    .mutation(({ ctx, input }) => createProject(ctx, { ...input, isPublished: true })),
  createDraft: writeProcedure
    .input(DraftCreation)
    .mutation(({ ctx, input }) => createProject(ctx, { ...input, isPublished: false })),
  update: writeProcedure.input(ProjectChange).mutation(({ ctx, input }) => updateProject(ctx, input)),
  publish: writeProcedure.input(ProjectVersion).mutation(({ ctx, input }) => publishProject(ctx, input)),
  withdraw: writeProcedure.input(ProjectVersion).mutation(({ ctx, input }) => withdrawProject(ctx, input)),
  schedule: writeProcedure.input(ProjectSchedule).mutation(({ ctx, input }) => scheduleProject(ctx, input)),
  delete: writeProcedure.input(Id).mutation(({ ctx, input }) => deleteProject(ctx, input)),
  restore: writeProcedure.input(Id).mutation(({ ctx, input }) => restoreProject(ctx, input)),

  revisions: readProcedure
    .input(Id)
    .query(async ({ ctx, input }) => listProjectRevisions(ctx.db, await getManagedProject(ctx.db, input))),
  revert: writeProcedure.input(RevisionOfProject).mutation(({ ctx, input }) => revertProject(ctx, input)),
  change: writeProcedure.input(BulkChange).mutation(({ ctx, input }) => changeProjects(ctx, input)),
  undo: writeProcedure.input(BatchId).mutation(({ ctx, input }) => undoBatch(ctx, input)),
  pinned: readProcedure.input(SectorField).query(({ ctx, input }) => listPinned(ctx.db, input)),
  pin: writeProcedure.input(SectorPins).mutation(({ ctx, input }) => pinProjects(ctx, input)),
  previewLinks: readProcedure.input(Id).query(({ ctx, input }) => listPreviewLinks(ctx.db, input, ctx.now())),
  createPreviewLink: writeProcedure.input(NewPreviewLink).mutation(({ ctx, input }) => createPreviewLink(ctx, input)),
  revokePreviewLink: writeProcedure.input(PreviewLinkId).mutation(({ ctx, input }) => revokePreviewLink(ctx, input)),
})
