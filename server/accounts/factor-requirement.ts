import { about, recordAction } from "#server/audit/audit-log.ts"
import { type FactorProof, type FactorRequirement, OFFICE_ROLES } from "#server/contract/factors.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { requireFactorProof } from "./factor-proof.ts"
import { hasAnyFactor, rejectUnproven } from "./factors.ts"

/** Returns the roles that need a passkey or a one-time code. */
export async function readRequirement(db: Database): Promise<FactorRequirement> {
  const rows = await db.selectFrom("factorRequirements").select("role").execute()
  return { roles: OFFICE_ROLES.filter((role) => rows.some((row) => row.role === role)) }
}

interface RequirementChange extends FactorRequirement {
  proof?: FactorProof | undefined
}

/**
 * Requires that whoever changes it has what their own role will need, or the next call would be rejected, and gives a
 * factor to free a role of it.
 */
export async function updateRequirement(ctx: AccountContext, { proof, ...after }: RequirementChange): Promise<void> {
  const isProven = isLowered(await readRequirement(ctx.db), after) && (await requireFactorProof(ctx, proof))
  await inTransaction(ctx.db, async (trx) => {
    const before = await readRequirement(trx)
    const changed = OFFICE_ROLES.filter((role) => before.roles.includes(role) !== after.roles.includes(role))
    if (changed.length === 0) return
    if (isLowered(before, after)) await rejectUnproven(trx, { ...ctx, isProven })
    if (after.roles.includes(ctx.account.role)) await requireOwnFactor(trx, ctx)
    for (const role of changed) {
      if (after.roles.includes(role)) await trx.insertInto("factorRequirements").values({ role }).execute()
      else await trx.deleteFrom("factorRequirements").where("role", "=", role).execute()
    }
    const details = { before, after: await readRequirement(trx) }
    await recordAction(trx, ctx, { action: "require factors", ...about("settings", null), details })
  })
}

function isLowered(before: FactorRequirement, after: FactorRequirement): boolean {
  return before.roles.some((role) => !after.roles.includes(role))
}

async function requireOwnFactor(trx: Transaction, { account }: AccountContext): Promise<void> {
  if (!(await hasAnyFactor(trx, account.id))) throw new AppError("conflict", responseTexts.ownFactorFirst)
}
