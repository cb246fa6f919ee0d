import { Id } from "#server/contract/id.ts"
import { NewToken } from "#server/contract/tokens.ts"
import { procedureFor, reauthenticatedProcedureFor, router } from "#server/trpc/procedures.ts"
import { createToken, revokeToken } from "./commands.ts"
import { listTokens } from "./queries.ts"

export const tokensRouter = router({
  list: procedureFor("tokens.manage").query(({ ctx }) => listTokens(ctx.db, ctx.now())),
  create: reauthenticatedProcedureFor("tokens.manage")
    .input(NewToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  // Somebody who has found that a token leaked must not need a password first.
  revoke: procedureFor("tokens.manage")
    .input(Id)
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
})
