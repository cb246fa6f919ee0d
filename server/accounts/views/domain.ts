import type { ServerDomain } from "#server/domain.ts"
import { viewsRouter } from "./router.ts"

export const views = { routers: { views: viewsRouter }, rest: [] } satisfies ServerDomain
