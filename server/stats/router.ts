import { procedureFor, router } from "#server/trpc/procedures.ts"
import { readFirstSteps } from "./first-steps.ts"
import { getStats, listRecentProjects } from "./queries.ts"

export const statsRouter = router({
  overview: procedureFor("stats.read").query(({ ctx }) => getStats(ctx.db)),
  firstSteps: procedureFor("office.open").query(({ ctx }) => readFirstSteps(ctx)),
  recent: procedureFor("projects.read").query(({ ctx }) => listRecentProjects(ctx.db)),
})
