import { ProjectDraft } from "#server/contract/project-drafts.ts"
import { ProjectChange, ProjectFilter, ProjectId, ProjectSearch, SectorPageQuery } from "#server/contract/projects.ts"
import { adminProcedure, publicProcedure, router } from "#server/trpc/procedures.ts"
import { createProject, deleteProject, updateProject } from "./commands.ts"
import { getProject, listProjectPage, listProjects } from "./queries.ts"
import { searchProjects } from "./search.ts"

export const projectsRouter = router({
  list: publicProcedure.input(ProjectFilter).query(({ ctx, input }) => listProjects(ctx.db, input)),
  page: publicProcedure
    .input(SectorPageQuery)
    .query(({ ctx, input }) => listProjectPage(ctx.db, input.sector, input.page)),
  get: publicProcedure.input(ProjectId).query(({ ctx, input }) => getProject(ctx.db, input)),
  search: adminProcedure.input(ProjectSearch).query(({ ctx, input }) => searchProjects(ctx.db, input)),
  create: adminProcedure.input(ProjectDraft).mutation(({ ctx, input }) => createProject(ctx, input)),
  update: adminProcedure.input(ProjectChange).mutation(({ ctx, input }) => updateProject(ctx, input)),
  delete: adminProcedure.input(ProjectId).mutation(({ ctx, input }) => deleteProject(ctx, input)),
})
