import { ProjectChange, ProjectDraft } from "#server/contract/project-drafts.ts"
import { ProjectSearch } from "#server/contract/project-search.ts"
import { ProjectFilter, ProjectId, SectorPage } from "#server/contract/projects.ts"
import { adminProcedure, publicProcedure, router } from "#server/trpc/procedures.ts"
import { createFromForm, createProject, ProjectForm } from "./create.ts"
import { deleteProject } from "./delete.ts"
import { getProject, listProjectPage, listProjects } from "./queries.ts"
import { searchProjects } from "./search.ts"
import { updateProject } from "./update.ts"

export const projectsRouter = router({
  list: publicProcedure.input(ProjectFilter).query(({ ctx, input }) => listProjects(ctx.db, input)),
  page: publicProcedure.input(SectorPage).query(({ ctx, input }) => listProjectPage(ctx.db, input.sector, input.page)),
  get: publicProcedure.input(ProjectId).query(({ ctx, input }) => getProject(ctx.db, input)),
  search: adminProcedure.input(ProjectSearch).query(({ ctx, input }) => searchProjects(ctx.db, input)),
  create: adminProcedure.input(ProjectDraft).mutation(({ ctx, input }) => createProject(ctx, input)),
  update: adminProcedure.input(ProjectChange).mutation(({ ctx, input }) => updateProject(ctx, input)),
  delete: adminProcedure.input(ProjectId).mutation(({ ctx, input }) => deleteProject(ctx, input)),
})

/** REST's own: pictures come as files beside the fields, and no JSON can hold one. */
export const projectFormsRouter = router({
  create: adminProcedure.input(ProjectForm).mutation(({ ctx, input }) => createFromForm(ctx, input)),
})
