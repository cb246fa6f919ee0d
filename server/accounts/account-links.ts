import { type Actor, about, recordAudit } from "#server/audit/audit-log.ts"
import type { AccountLinkKind } from "#server/contract/account-links.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { createSecret, hashSecret } from "#server/secrets.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { checkRateLimit, limitGuesses, type RateLimit } from "#server/trpc/rate-limits.ts"
import { rejectOwnAccount } from "./own-account.ts"
import { getActiveAccount } from "./queries.ts"

const LIFETIMES_MS: Record<AccountLinkKind, number> = {
  invitation: 7 * DAY_MS,
  reset: 30 * MINUTE_MS,
  email: DAY_MS,
  factor: 30 * MINUTE_MS,
}

interface NewAccountLink {
  kind: AccountLinkKind
  /** It is null for an invitation. */
  accountId: number | null
  /** The e-mail address that is invited, that the account changes to, or that a reset was mailed to. */
  email?: string | null
  /** Only invitations have one. */
  role?: Role | null
  /** It is null for the program and the command line. */
  createdBy?: number | null
}

/** Stores only the hash of the token, so that the link can be shown or mailed only once. */
export async function createAccountLink(
  trx: Transaction,
  { kind, accountId, email = null, role = null, createdBy = null }: NewAccountLink,
  now: Date,
): Promise<{ id: number; token: string; expiresAt: string }> {
  if (createdBy !== null) await requireManager(trx, createdBy)
  const token = createSecret()
  const expiresAt = new Date(now.getTime() + LIFETIMES_MS[kind]).toISOString()
  const createdAt = now.toISOString()
  const { id } = await trx
    .insertInto("accountLinks")
    .values({ tokenHash: hashSecret(token), kind, accountId, email, role, createdBy, createdAt, expiresAt })
    .returning("id")
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/** The call may have waited to write while its account was disabled or lost the right, which voids such links. */
async function requireManager(trx: Transaction, id: number): Promise<void> {
  const manager = await trx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("role", "in", rolesWith("users.manage"))
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!manager) throw new AppError("forbidden", responseTexts.rightRequired)
}

/** The links that an administrator or the operator hands over, with what the audit log calls their creation. */
const handedOver = { reset: "create reset link", factor: "create factor link" } as const

export type HandedOverKind = keyof typeof handedOver

interface HandedOverLink {
  token: string
  expiresAt: string
}

/** Returns a link for that account to an administrator, who passes it on. */
export async function createLinkFor(ctx: AccountContext, kind: HandedOverKind, id: number): Promise<HandedOverLink> {
  rejectOwnAccount(ctx.actor, id)
  return inTransaction(ctx.db, (trx) => insertLinkFor(trx, kind, id, ctx.actor, ctx.now()))
}

export async function insertLinkFor(
  trx: Transaction,
  kind: HandedOverKind,
  id: number,
  actor: Actor,
  now: Date,
): Promise<HandedOverLink> {
  const { username } = await getActiveAccount(trx, id)
  const link = { kind, accountId: id, createdBy: actor.accountId }
  const { token, expiresAt } = await createAccountLink(trx, link, now)
  await recordAudit(trx, { ...actor, action: handedOver[kind], ...about("account", id, username) }, now)
  return { token, expiresAt }
}

/** Replaces the token. Returns whether the link exists, and has neither expired nor been used. */
export async function setToken(trx: Transaction, id: number, token: string, now: Date): Promise<boolean> {
  const link = await trx
    .updateTable("accountLinks")
    .set({ tokenHash: hashSecret(token) })
    .where("id", "=", id)
    .where("expiresAt", ">", now.toISOString())
    .returning("id")
    .executeTakeFirst()
  return link !== undefined
}

/** Finds a link that has neither expired nor been used. */
export function findAccountLink(db: Database, kind: AccountLinkKind, token: string, now: Date) {
  return db
    .selectFrom("accountLinks")
    .select(["id", "accountId", "email", "role", "createdBy", "expiresAt"])
    .where("tokenHash", "=", hashSecret(token))
    .where("kind", "=", kind)
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst()
}

/** Uses the link up; of two transactions with the same token one gets undefined. */
export async function redeemAccountLink(trx: Transaction, kind: AccountLinkKind, token: string, now: Date) {
  const link = await findAccountLink(trx, kind, token, now)
  if (!link) return undefined
  const used = await trx.deleteFrom("accountLinks").where("id", "=", link.id).returning("id").executeTakeFirst()
  return used && link
}

export async function deleteAccountLink(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom("accountLinks").where("id", "=", id).execute()
}

/** Must be called when the password or the e-mail address of the account changes, and when it is disabled. */
export async function deleteAccountLinks(trx: Transaction, accountId: number, kind?: AccountLinkKind): Promise<void> {
  const links = trx.deleteFrom("accountLinks").where("accountId", "=", accountId)
  await (kind ? links.where("kind", "=", kind) : links).execute()
}

/** Deletes them because a dismissed administrator could return by an invitation or by a link that resets a password. */
export async function deleteLinksBy(trx: Transaction, administratorId: number): Promise<void> {
  await trx.deleteFrom("accountLinks").where("createdBy", "=", administratorId).execute()
}

export async function deleteExpiredAccountLinks(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("accountLinks").where("expiresAt", "<=", now.toISOString()).execute())
}

const guessLimit: RateLimit = { action: "account link", maxEvents: 20, windowSeconds: 600 }

/** Finds the link of an account, unless the client has tried too many unknown ones. */
export async function openAccountLink(ctx: Context, kind: Exclude<AccountLinkKind, "invitation">, token: string) {
  await checkRateLimit(ctx, guessLimit)
  return limitGuesses(ctx, guessLimit, async () => {
    const link = await findAccountLink(ctx.db, kind, token, ctx.now())
    if (!link?.accountId) throw linkGone()
    return { accountId: link.accountId, email: link.email }
  })
}

export function linkGone(): AppError {
  return new AppError("not_found", responseTexts.accountLinkGone)
}
