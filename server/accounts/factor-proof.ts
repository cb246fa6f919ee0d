import type { FactorProof } from "#server/contract/factors.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { factorProofRequired, hasAnyFactor } from "./factors.ts"
import { acceptProvingCode } from "./one-time-codes.ts"
import { acceptProvingPasskey } from "./passkeys.ts"

/**
 * Whoever has factors gives one for each change of them, since a stolen session and password must neither turn them off
 * nor add another. Without any factor there is nothing to give. Returns whether one was given.
 */
export async function requireFactorProof(ctx: AccountContext, proof: FactorProof | undefined): Promise<boolean> {
  if (!(await hasAnyFactor(ctx.db, ctx.account.id))) return false
  if (!proof) throw factorProofRequired()
  if ("code" in proof) await acceptProvingCode(ctx, proof.code)
  else await inTransaction(ctx.db, await acceptProvingPasskey(ctx, proof.response))
  return true
}
