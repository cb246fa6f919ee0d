import type { ServerDomain } from "#server/domain.ts"
import { tokensRouter } from "./router.ts"

export const tokens = { routers: { tokens: tokensRouter }, rest: [] } satisfies ServerDomain
