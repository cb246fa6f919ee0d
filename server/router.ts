import { domains } from "./domains.ts"
import { router } from "./trpc/procedures.ts"

type Each = (typeof domains)[keyof typeof domains]["routers"]

/** Turns a union of routers by name into one object with all of them. */
type Merged<Routers> = { [Name in NameIn<Routers>]: Routers extends Record<Name, infer Router> ? Router : never }

type NameIn<Routers> = Routers extends unknown ? keyof Routers : never

const routers: Merged<Each> = Object.assign({}, ...Object.values(domains).map((domain) => domain.routers))

export const appRouter = router(routers)

export type AppRouter = typeof appRouter
