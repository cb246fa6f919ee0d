import type { ServerDomain } from "#server/domain.ts"
import { statsRest } from "./rest.ts"
import { statsRouter } from "./router.ts"

export const stats = { routers: { stats: statsRouter }, rest: statsRest } satisfies ServerDomain
