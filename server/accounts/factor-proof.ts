import type { FactorProof } from "#server/contract/factors.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { hasAnyFactor } from "./factors.ts"
import { acceptProvingCode } from "./one-time-codes.ts"
import { acceptProvingPasskey } from "./passkeys.ts"

/**
 * Whoever has factors gives one for each change of them, since a stolen session and password must neither turn them off
 * nor add another. Without any factor there is nothing to give. Returns whether one was given.
 */
export async function requireFactorProof(ctx: AccountContext, proof: FactorProof | undefined): Promise<boolean> {
  if (!(await hasAnyFactor(ctx.db, ctx.account.id))) return false
  if (!proof) throw proofRequired()
  if ("code" in proof) await acceptProvingCode(ctx, proof.code)
  else await inTransaction(ctx.db, await acceptProvingPasskey(ctx, proof.response))
  return true
}

/** Must be called in the transaction of a change without proof: a factor may have been added meanwhile. */
export async function rejectUnproven(trx: Transaction, { account }: AccountContext): Promise<void> {
  if (await hasAnyFactor(trx, account.id)) throw proofRequired()
}

function proofRequired(): AppError {
  return new AppError("forbidden", messages.factorProofRequired, { reason: "factor proof" })
}
