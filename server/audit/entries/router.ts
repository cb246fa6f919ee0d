import { AuditSearch } from "#server/contract/audit.ts"
import { procedureFor, router } from "#server/trpc/procedures.ts"
import { listActors, searchEntries } from "./queries.ts"

/** No call changes or deletes an entry. */
export const auditRouter = router({
  search: procedureFor("audit.read")
    .input(AuditSearch)
    .query(({ ctx, input }) => searchEntries(ctx.db, input)),
  actors: procedureFor("audit.read").query(({ ctx }) => listActors(ctx.db)),
})
