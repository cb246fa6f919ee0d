import { type Actor, about, recordAudit } from "#server/audit/audit-log.ts"
import type { FactorChoices, OwnFactors } from "#server/contract/factors.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { lacksFactor, needsFactor } from "#server/database/core/factor-conditions.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { deleteAccountLinks } from "./account-links.ts"
import { factorChanges } from "./account-mail-texts.ts"
import { rejectOwnAccount } from "./own-account.ts"
import { deleteRegistrationChallenges } from "./passkey-challenges.ts"
import { countRecoveryCodes, deleteRecoveryCodes } from "./recovery-codes.ts"
import { renewSession } from "./sessions.ts"

/** If `verify` accepts a factor, the session has given it in the same transaction. */
export function acceptFactor(ctx: AccountContext, verify: (trx: Transaction) => Promise<boolean>): Promise<boolean> {
  return renewSession(ctx, verify, ctx.now().toISOString())
}

export async function findOwnFactors({ db, account }: AccountContext): Promise<OwnFactors> {
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["id", "name", "createdAt", "lastUsedAt"])
    .where("accountId", "=", account.id)
    .orderBy("createdAt")
    .orderBy("id")
    .execute()
  const codesSince = await findTotpEnabledAt(db, account.id)
  const demanding = await findAccountWhere(db, account.id, needsFactor())
  return { passkeys, codesSince, ...(await countRecoveryCodes(db, account.id)), isRequired: demanding !== undefined }
}

export async function findFactorChoices(db: Database, accountId: number): Promise<FactorChoices> {
  const passkey = await db.selectFrom("passkeys").select("id").where("accountId", "=", accountId).executeTakeFirst()
  return { hasCode: (await findTotpEnabledAt(db, accountId)) !== null, hasPasskey: passkey !== undefined }
}

export async function hasAnyFactor(db: Database, accountId: number): Promise<boolean> {
  const { hasCode, hasPasskey } = await findFactorChoices(db, accountId)
  return hasCode || hasPasskey
}

/** The context of a call that changes what protects the account. */
export interface ProvenContext extends AccountContext {
  /** Whether one of the account's factors was given with the call. */
  isProven: boolean
}

/** Must be called in the change's transaction: without a proof, another session may have added a factor meanwhile. */
export async function rejectUnproven(trx: Transaction, { account, isProven }: ProvenContext): Promise<void> {
  if (!isProven && (await hasAnyFactor(trx, account.id))) throw factorProofRequired()
}

/** Must be called after a factor was removed, in the same transaction. */
export async function rejectLackingFactor(trx: Transaction, accountId: number): Promise<void> {
  if (await findAccountWhere(trx, accountId, lacksFactor()))
    throw new AppError("conflict", responseTexts.lastRequiredFactor)
}

function findAccountWhere(db: Database, id: number, condition: ReturnType<typeof needsFactor>) {
  return db.selectFrom("accounts").select("id").where("id", "=", id).where(condition).executeTakeFirst()
}

export function factorProofRequired(): AppError {
  return new AppError("forbidden", responseTexts.factorProofRequired, { reason: "factor proof" })
}

/** Must be called when a factor is added, so that nobody finishes what was begun without giving it. */
export async function deleteUnproven(trx: Transaction, accountId: number): Promise<void> {
  await deleteRegistrationChallenges(trx, accountId)
  await trx.deleteFrom("oneTimeCodes").where("accountId", "=", accountId).where("confirmedAt", "is", null).execute()
  await deleteAccountLinks(trx, accountId, "email")
}

async function findTotpEnabledAt(db: Database, accountId: number): Promise<string | null> {
  const codes = await db
    .selectFrom("oneTimeCodes")
    .select("confirmedAt")
    .where("accountId", "=", accountId)
    .executeTakeFirst()
  return codes?.confirmedAt ?? null
}

/** Tells the owner of the account which of its factors has changed. */
export function notifyOfFactors(
  trx: Transaction,
  ctx: AccountContext,
  accountId: number,
  change: keyof typeof factorChanges,
): Promise<void> {
  return notifyOwner(trx, ctx, { accountId, kind: "factors-changed", change: factorChanges[change] })
}

/** Lets somebody who has lost every factor sign in with the password alone. */
export async function resetFactorsFor(ctx: AccountContext, id: number): Promise<void> {
  rejectOwnAccount(ctx.actor, id)
  await inTransaction(ctx.db, async (trx) => {
    await resetFactors(trx, id, ctx.actor, ctx.now())
    await notifyOfFactors(trx, ctx, id, "reset factors")
  })
  ctx.outbox?.wake()
}

export async function resetFactors(trx: Transaction, id: number, actor: Actor, now: Date): Promise<void> {
  const account = await trx.selectFrom("accounts").select("username").where("id", "=", id).executeTakeFirst()
  if (!account) throw new AppError("not_found", responseTexts.accountNotFound)
  const details = { before: await deleteFactors(trx, id) }
  await recordAudit(trx, { ...actor, action: "reset factors", ...about("account", id, account.username), details }, now)
}

export async function deleteFactors(trx: Transaction, accountId: number) {
  const passkeys = await trx.deleteFrom("passkeys").where("accountId", "=", accountId).returning("name").execute()
  const codes = await trx
    .deleteFrom("oneTimeCodes")
    .where("accountId", "=", accountId)
    .returning("confirmedAt")
    .executeTakeFirst()
  await deleteRecoveryCodes(trx, accountId)
  return { passkeys: passkeys.map(({ name }) => name), codes: Boolean(codes?.confirmedAt) }
}
