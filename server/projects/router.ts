import { ProjectFilter, ProjectId, SectorPage } from "#server/contract/projects.ts"
import { publicProcedure, router } from "#server/trpc.ts"
import { getProject, listProjects, pageOfProjects } from "./queries.ts"

export const projectsRouter = router({
  list: publicProcedure.input(ProjectFilter).query(({ ctx, input }) => listProjects(ctx.db, input)),
  page: publicProcedure.input(SectorPage).query(({ ctx, input }) => pageOfProjects(ctx.db, input.sector, input.page)),
  get: publicProcedure.input(ProjectId).query(({ ctx, input }) => getProject(ctx.db, input)),
})
