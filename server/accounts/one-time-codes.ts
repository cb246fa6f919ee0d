import { Secret, TOTP } from "otpauth"
import { readContent } from "#server/content/published/published.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import type { RateLimit } from "#server/trpc/rate-limits.ts"
import { recordOwnAction } from "./audit-own-actions.ts"
import {
  acceptFactor,
  deleteUnproven,
  notifyOfFactors,
  type ProvenContext,
  rejectLackingFactor,
  rejectUnproven,
} from "./factors.ts"
import { consumeRecoveryCode, createRecoveryCodes, deleteRecoveryCodes } from "./recovery-codes.ts"
import { verifyAttempt } from "./sign-in-attempts.ts"

/** Limits wrong codes of one account. */
const wrongCodes: RateLimit = { action: "one-time code", maxEvents: 5, windowSeconds: 900 }

/** Codes are accepted one step early or late, since clocks differ (RFC 6238 §5.2). */
const CLOCK_SKEW_STEPS = 1

/** Returns the secret for an authenticator app, which its first code enables, and the URI for its QR code. */
export async function startTotpEnrolment(ctx: ProvenContext): Promise<{ secret: string; uri: string }> {
  const { id: accountId, email } = ctx.account
  const secret = new Secret({ size: 20 }).base32
  const { facts } = await readContent(ctx, "entreprise")
  const started = await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, ctx)
    return trx
      .insertInto("oneTimeCodes")
      .values({ accountId, secret, confirmedAt: null })
      .onConflict((conflict) =>
        conflict.column("accountId").doUpdateSet({ secret }).where("oneTimeCodes.confirmedAt", "is", null),
      )
      .returning("accountId")
      .executeTakeFirst()
  })
  if (!started) throw new AppError("conflict", responseTexts.codesOn)
  // In the URI a colon separates issuer and label.
  const issuer = facts.name.replaceAll(":", " ")
  return { secret, uri: new TOTP({ issuer, label: email, secret }).toString() }
}

/** Enables codes by a first one, which counts as this session's second factor; all other sessions must give one. */
export async function confirmTotpEnrolment(ctx: AccountContext, code: string): Promise<{ recoveryCodes: string[] }> {
  const accountId = ctx.account.id
  let recoveryCodes: string[] = []
  const isCorrect = await acceptLimited(ctx, async (trx) => {
    const started = await findSecret(trx, accountId)
    if (!started || started.confirmedAt) throw new AppError("conflict", responseTexts.codesNotStarted)
    const lastStep = findTimeStep(started.secret, code, ctx.now())
    if (lastStep === undefined) return false
    const confirmed = await trx
      .updateTable("oneTimeCodes")
      .set({ confirmedAt: ctx.now().toISOString(), lastStep })
      .where("accountId", "=", accountId)
      .where("secret", "=", started.secret)
      .where("confirmedAt", "is", null)
      .returning("accountId")
      .executeTakeFirst()
    if (!confirmed) throw new AppError("conflict", responseTexts.codesNotStarted)
    await deleteUnproven(trx, accountId)
    recoveryCodes = await createRecoveryCodes(trx, accountId)
    await recordChange(trx, ctx, "turn on codes")
    return true
  })
  if (!isCorrect) throw fieldError("code", responseTexts.wrongCode)
  ctx.outbox?.wake()
  return { recoveryCodes }
}

/** Verifies the second factor of the session, which is a one-time code or a recovery code. */
export async function verifyCode(ctx: AccountContext, code: string): Promise<void> {
  // Another tab may have given the code meanwhile.
  if (ctx.account.missingFactor !== "code") return
  const isCorrect = await acceptLimited(ctx, (trx) => acceptCode(trx, ctx, code))
  if (!isCorrect) rejectCode(code)
}

/** Verifies a code that stands for all factors when one of them is changed. */
export async function acceptProvingCode(ctx: AccountContext, code: string): Promise<void> {
  const isCorrect = await limitCodes(ctx, () => inTransaction(ctx.db, (trx) => acceptCode(trx, ctx, code)))
  if (!isCorrect) rejectCode(code)
}

function acceptLimited(ctx: AccountContext, accept: (trx: Transaction) => Promise<boolean>): Promise<boolean> {
  return limitCodes(ctx, () => acceptFactor(ctx, accept))
}

/** Counts a code before verifying it, so that codes sent at once cannot exceed the limit. */
function limitCodes(ctx: AccountContext, verify: () => Promise<boolean>): Promise<boolean> {
  const limited = [{ limit: wrongCodes, subject: String(ctx.account.id) }]
  return verifyAttempt(ctx, { name: "second factor", accountId: ctx.account.id }, limited, verify)
}

function rejectCode(code: string): never {
  throw fieldError("code", isOneTimeCode(code) ? responseTexts.wrongCode : responseTexts.wrongRecoveryCode)
}

async function acceptCode(trx: Transaction, ctx: AccountContext, code: string): Promise<boolean> {
  const { id } = ctx.account
  if (isOneTimeCode(code)) return acceptOneTimeCode(trx, ctx, code)
  if (!(await consumeRecoveryCode(trx, id, code))) return false
  await record(trx, ctx, "use recovery code")
  return true
}

/** Accepts no code twice and no earlier one later; of two simultaneous calls one gets false (RFC 6238 §5.2). */
async function acceptOneTimeCode(trx: Transaction, { account, now }: AccountContext, code: string): Promise<boolean> {
  const codes = await findSecret(trx, account.id)
  const step = codes?.confirmedAt ? findTimeStep(codes.secret, code, now()) : undefined
  if (step === undefined) return false
  const used = await trx
    .updateTable("oneTimeCodes")
    .set({ lastStep: step })
    .where("accountId", "=", account.id)
    .where("lastStep", "<", step)
    .returning("accountId")
    .executeTakeFirst()
  return used !== undefined
}

export async function disableTotp(ctx: ProvenContext): Promise<void> {
  const { id } = ctx.account
  await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, ctx)
    await requireCodes(trx, id)
    await trx.deleteFrom("oneTimeCodes").where("accountId", "=", id).execute()
    await rejectLackingFactor(trx, id)
    await deleteRecoveryCodes(trx, id)
    await recordChange(trx, ctx, "turn off codes")
  })
  ctx.outbox?.wake()
}

/** Replaces the recovery codes, so that earlier ones no longer work. */
export async function renewRecoveryCodes(ctx: ProvenContext): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, ctx)
    await requireCodes(trx, ctx.account.id)
    const codes = await createRecoveryCodes(trx, ctx.account.id)
    await recordChange(trx, ctx, "renew recovery codes")
    return codes
  })
  ctx.outbox?.wake()
  return { recoveryCodes }
}

async function requireCodes(trx: Transaction, accountId: number): Promise<void> {
  if (!(await findSecret(trx, accountId))?.confirmedAt) throw new AppError("conflict", responseTexts.codesOff)
}

function findSecret(trx: Transaction, accountId: number) {
  return trx
    .selectFrom("oneTimeCodes")
    .select(["secret", "confirmedAt"])
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

function isOneTimeCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code))
}

/** Returns the number of the 30-second step that the code belongs to, or undefined for a wrong code. */
function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const token = withoutSpaces(code)
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: CLOCK_SKEW_STEPS })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** Removes spaces, since apps show codes in two groups. */
function withoutSpaces(code: string): string {
  return code.replace(/\s/g, "")
}

type CodesChange = "turn on codes" | "turn off codes" | "renew recovery codes"

async function recordChange(trx: Transaction, ctx: AccountContext, action: CodesChange): Promise<void> {
  await record(trx, ctx, action)
  await notifyOfFactors(trx, ctx, ctx.account.id, action)
}

function record(trx: Transaction, ctx: AccountContext, action: AuditAction): Promise<void> {
  return recordOwnAction(trx, ctx, { action, subject: "account" })
}
