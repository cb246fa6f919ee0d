import type { FactorProof } from "#server/contract/factors.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { findFactorChoices } from "./factors.ts"
import { acceptProvingCode } from "./one-time-codes.ts"
import { acceptProvingPasskey } from "./passkeys.ts"

/**
 * Whoever has factors gives one for each change of them, since a stolen session and password must neither turn them off
 * nor add another. Without any factor there is nothing to give.
 */
export async function requireFactorProof(ctx: AccountContext, proof: FactorProof | undefined): Promise<void> {
  const { hasCode, hasPasskey } = await findFactorChoices(ctx.db, ctx.account.id)
  if (!hasCode && !hasPasskey) return
  if (!proof) throw new AppError("forbidden", messages.factorProofRequired, { reason: "factor proof" })
  if ("code" in proof) await acceptProvingCode(ctx, proof.code)
  else await inTransaction(ctx.db, await acceptProvingPasskey(ctx, proof.response))
}
