import { factorsRouter } from "#server/accounts/factors-router.ts"
import { accountsRouter } from "#server/accounts/router.ts"
import { usersRouter } from "#server/accounts/users-router.ts"
import { auditRouter } from "#server/audit-entries/router.ts"
import { contentRouter } from "#server/content/router.ts"
import { messagesRouter } from "#server/messages/router.ts"
import { picturesRouter } from "#server/pictures/router.ts"
import { projectsRouter } from "#server/projects/router.ts"
import { statsRouter } from "#server/stats/router.ts"
import { tokensRouter } from "#server/tokens/router.ts"
import { viewsRouter } from "#server/views/router.ts"
import { router } from "./trpc/procedures.ts"

export const appRouter = router({
  accounts: accountsRouter,
  factors: factorsRouter,
  audit: auditRouter,
  content: contentRouter,
  messages: messagesRouter,
  pictures: picturesRouter,
  projects: projectsRouter,
  stats: statsRouter,
  users: usersRouter,
  tokens: tokensRouter,
  views: viewsRouter,
})

export type AppRouter = typeof appRouter
