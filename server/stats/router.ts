import { adminProcedure, router } from "#server/trpc/procedures.ts"
import { listRecentProjects, readStats } from "./queries.ts"

export const statsRouter = router({
  overview: adminProcedure.query(({ ctx }) => readStats(ctx.db)),
  recent: adminProcedure.query(({ ctx }) => listRecentProjects(ctx.db)),
})
