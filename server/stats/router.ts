import { adminProcedure, router } from "#server/trpc/procedures.ts"
import { getStats, listRecentProjects } from "./queries.ts"

export const statsRouter = router({
  overview: adminProcedure.query(({ ctx }) => getStats(ctx.db)),
  recent: adminProcedure.query(({ ctx }) => listRecentProjects(ctx.db)),
})
