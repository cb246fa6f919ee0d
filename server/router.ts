import { messagesRouter } from "#server/messages/router.ts"
import { projectsRouter } from "#server/projects/router.ts"
import { router } from "./trpc.ts"

export const appRouter = router({
  messages: messagesRouter,
  projects: projectsRouter,
})

export type AppRouter = typeof appRouter
