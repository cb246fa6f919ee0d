import { procedureFor, router } from "#server/trpc/procedures.ts"
import { getStats, listRecentProjects } from "./queries.ts"

export const statsRouter = router({
  overview: procedureFor("stats.read").query(({ ctx }) => getStats(ctx.db)),
  recent: procedureFor("projects.read").query(({ ctx }) => listRecentProjects(ctx.db)),
})
