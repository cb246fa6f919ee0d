import type { Insertable } from "kysely"
import { type Actor, about, actorOf, recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import { readContent } from "#server/content/published/published.ts"
import type { Account, PasswordChange, Registration } from "#server/contract/accounts.ts"
import { isYesAnswer } from "#server/contract/content/fields.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError, toAppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { checkRateLimit, limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { deleteAccountLinks } from "./account-links.ts"
import { recordOwnAction } from "./audit-own-actions.ts"
import { rejectGuessablePassword } from "./guessable-passwords.ts"
import { hashPassword } from "./passwords.ts"
import { findByAddress, isActive, isTaken, normalizeEmail, takenBy } from "./queries.ts"
import { verifyOwnPassword } from "./reauthentication.ts"
import { revokeTokensOf } from "./revoke-tokens.ts"
import { deleteSessions, renewSession } from "./sessions.ts"
import { trustDevice } from "./trusted-device.ts"

const registrations: RateLimit = { action: "register", maxEvents: 10, windowSeconds: 3600 }

/** Creates an account with the role `user`, since no registration may create an administrator. */
export async function registerAccount(
  ctx: Context,
  { username, email, password }: Registration,
): Promise<{ id: number }> {
  const { registration } = await readContent(ctx, "parametres")
  if (!isYesAnswer(registration.open)) throw new AppError("forbidden", responseTexts.registrationClosed)
  await checkRateLimit(ctx, registrations)
  await rejectGuessablePassword(ctx, password, { username, email })
  return countTaken(ctx, async () => {
    await rejectTaken(ctx.db, { username, email })
    const passwordHash = await hashPassword(password)
    return inTransaction(ctx.db, async (trx) => {
      const account = { username, email, passwordHash, role: "user", addressConfirmedAt: null } as const
      const id = await insertAccount(trx, account, ctx.now())
      await limitClient(trx, ctx, registrations)
      const subject = about("account", id, username)
      await recordAudit(trx, { ...actorOf({ id }, ctx), action: "register", ...subject }, ctx.now())
      return { id }
    })
  })
}

/** Counts a registration that names a taken e-mail or name too, since it tells who has an account. */
async function countTaken<Result>(ctx: Context, register: () => Promise<Result>): Promise<Result> {
  try {
    return await register()
  } catch (error) {
    if (toAppError(error).code === "conflict")
      await inTransaction(ctx.db, (trx) => limitClient(trx, ctx, registrations))
    throw error
  }
}

/**
 * Requires the current password; afterwards only this session is valid, under a new id, and this device trusted.
 * Returns how many API tokens were revoked.
 */
export async function changePassword(
  ctx: AccountContext,
  { currentPassword, password, revokeTokens }: PasswordChange,
): Promise<{ revokedTokens: number }> {
  const { id } = ctx.account
  await rejectGuessablePassword(ctx, password, ctx.account)
  const credentials = await verifyOwnPassword(ctx, currentPassword, {
    field: "currentPassword",
    rejection: responseTexts.wrongPassword,
  })
  if (password === currentPassword) throw fieldError("password", responseTexts.samePassword)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const session = ctx.cookies.read("session")
  let revokedTokens = 0
  await renewSession(ctx, async (trx) => {
    if (!(await isActive(trx, credentials))) throw fieldError("currentPassword", responseTexts.wrongPassword)
    await replacePassword(trx, { id, passwordHash, session }, now)
    await recordOwnAction(trx, ctx, { action: "change password", subject: "account" })
    await notifyOwner(trx, ctx, { accountId: id, kind: "password-changed" })
    if (revokeTokens) revokedTokens = await revokeTokensOf(trx, id, ctx.actor, now)
    return true
  })
  ctx.outbox?.wake()
  await trustDevice(ctx, { id, passwordChangedAt: now.toISOString() })
  return { revokedTokens }
}

type AccountRow = Insertable<Schema["accounts"]>

interface NewAccount
  extends Pick<AccountRow, "username" | "email" | "role" | "passwordHash" | "passwordGeneratedAt">,
    Required<Pick<AccountRow, "addressConfirmedAt">> {}

/** Fails with a conflict that names each taken field. */
export async function insertAccount(trx: Transaction, account: NewAccount, now: Date): Promise<number> {
  const folded = await rejectTaken(trx, account)
  const at = now.toISOString()
  const row: AccountRow = { ...account, ...folded, createdAt: at, passwordChangedAt: at }
  const { id } = await trx.insertInto("accounts").values(row).returning("id").executeTakeFirstOrThrow()
  return id
}

/** Returns the folded e-mail and name, which no account has. */
async function rejectTaken(db: Database, { username, email }: Pick<Account, "username" | "email">) {
  const usernameFolded = normalizeForSearch(username)
  const emailFolded = normalizeEmail(email)
  const fields = {
    ...((await isTaken(db, "emailFolded", emailFolded)) && { email: responseTexts.emailTaken }),
    ...((await isTaken(db, "usernameFolded", usernameFolded)) && { username: responseTexts.usernameTaken }),
  }
  const message = fields.email ?? fields.username
  if (message) throw new AppError("conflict", message, { fields })
  return { usernameFolded, emailFolded }
}

export async function createAdministrator(
  trx: Transaction,
  account: Omit<NewAccount, "role" | "addressConfirmedAt">,
  now: Date,
  actor: Actor = SYSTEM,
): Promise<void> {
  const taken = await findByAddress(trx, account.email)
  if (taken) throw fieldError("email", takenBy[taken.state], "conflict")
  // The operator vouches for the address.
  const id = await insertAccount(trx, { ...account, role: "admin", addressConfirmedAt: now.toISOString() }, now)
  const details = { after: { role: "admin" } }
  await recordAudit(trx, { ...actor, action: "create", ...about("account", id, account.username), details }, now)
}

interface PasswordReplacement {
  id: number
  passwordHash: string
  /** The session that stays valid. */
  session?: string | undefined
}

/** Voids the links of the account too, which somebody else may have asked for. */
export async function replacePassword(
  trx: Transaction,
  { id, passwordHash, session }: PasswordReplacement,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("accounts")
    .set({ passwordHash, passwordChangedAt: now.toISOString(), passwordGeneratedAt: null })
    .where("id", "=", id)
    .execute()
  await deleteAccountLinks(trx, id)
  await deleteSessions(trx, id, session)
}
