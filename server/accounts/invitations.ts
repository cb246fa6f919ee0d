import type { NotNull } from "kysely"
import { about, actorOf, recordAction, recordAudit } from "#server/audit/audit-log.ts"
import { maskEmail } from "#server/audit/mask-email.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type {
  Invitation,
  InvitationAcceptance,
  InvitationRenewal,
  IssuedInvitation,
  NewInvitation,
  PendingInvitation,
  PendingInvitations,
} from "#server/contract/users.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { createAccountLink, findAccountLink, redeemAccountLink } from "./account-links.ts"
import { insertAccount } from "./commands.ts"
import { ENROLMENT_MS } from "./factor-links.ts"
import { rejectGuessablePassword } from "./guessable-passwords.ts"
import { hashPassword } from "./passwords.ts"
import { findByAddress, normalizeEmail, takenBy } from "./queries.ts"
import { beginSession, type SignInResult } from "./sign-in.ts"
import { trustDevice } from "./trusted-device.ts"
import { eraseUnconfirmed } from "./users.ts"

/** Mails the link if there are an e-mail address and a mail server; otherwise returns it. */
export async function invite(ctx: AccountContext, { role, email }: NewInvitation): Promise<IssuedInvitation> {
  const issued = await inTransaction(ctx.db, async (trx) => {
    if (email) await requireNewEmail(trx, email, ctx.now())
    return issue(trx, ctx, { role, email: email ?? null, action: "create" })
  })
  ctx.outbox?.wake()
  return issued
}

/** Issues another link, which works for seven days; the earlier one no longer works. */
export async function renewInvitation(
  ctx: AccountContext,
  { id, asLink }: InvitationRenewal,
): Promise<IssuedInvitation> {
  const issued = await inTransaction(ctx.db, async (trx) => {
    const { role, email } = await takeInvitation(trx, id, ctx.now())
    return issue(trx, ctx, { role, email, action: "renew", asLink })
  })
  ctx.outbox?.wake()
  return issued
}

export async function revokeInvitation(ctx: AccountContext, id: number): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const { role, email } = await takeInvitation(trx, id, ctx.now())
    await record(trx, ctx, { action: "revoke", id, role, email })
  })
}

async function requireNewEmail(trx: Transaction, email: string, now: Date): Promise<void> {
  const found = await findByAddress(trx, email)
  if (found?.isOwner) throw fieldError("email", takenBy[found.state], "conflict")
  const pending = await listPending(trx, now)
  if (pending.some((one) => one.email && normalizeEmail(one.email) === normalizeEmail(email)))
    throw fieldError("email", responseTexts.invitationPending, "conflict")
}

interface Issuing {
  role: Role
  email: string | null
  action: "create" | "renew"
  asLink?: boolean
}

async function issue(trx: Transaction, ctx: AccountContext, { role, email, action, asLink = false }: Issuing) {
  const now = ctx.now()
  const link = { kind: "invitation", accountId: null, email, role, createdBy: ctx.account.id } as const
  const { id, token, expiresAt } = await createAccountLink(trx, link, now)
  // If the link is mailed, the delivery replaces the token and this one is never used.
  const mailOrigin = asLink ? undefined : ctx.mailOrigin
  const isMailed = email !== null && mailOrigin !== undefined
  if (isMailed) {
    const mail = { kind: "invitation", recipient: email, origin: mailOrigin, accountLinkId: id } as const
    await enqueueMail(trx, mail, now)
  }
  await record(trx, ctx, { action, id, role, email })
  return { id, email, role, expiresAt, token: isMailed ? null : token }
}

interface InvitationEntry extends Pick<PendingInvitation, "id" | "email" | "role"> {
  action: AuditAction
}

async function record(trx: Transaction, ctx: AccountContext, { action, id, role, email }: InvitationEntry) {
  const subject = about("invitation", id, email === null ? undefined : maskEmail(email))
  await recordAction(trx, ctx, { action, ...subject, details: { role } })
}

/** Deletes the invitation; of two simultaneous calls one fails. */
async function takeInvitation(trx: Transaction, id: number, now: Date): Promise<{ role: Role; email: string | null }> {
  const taken = await trx
    .deleteFrom("accountLinks")
    .where("id", "=", id)
    .where("kind", "=", "invitation")
    .where("expiresAt", ">", now.toISOString())
    .returning(["role", "email"])
    .$narrowType<{ role: NotNull }>()
    .executeTakeFirst()
  if (!taken) throw new AppError("not_found", responseTexts.invitationNotFound)
  return taken
}

export async function listInvitations(ctx: AccountContext): Promise<PendingInvitations> {
  return { invitations: await listPending(ctx.db, ctx.now()), hasMailServer: ctx.mailOrigin !== undefined }
}

function listPending(db: Database, now: Date): Promise<PendingInvitation[]> {
  return db
    .selectFrom("accountLinks")
    .leftJoin("accounts", "accounts.id", "accountLinks.createdBy")
    .select(["accountLinks.id", "accountLinks.email", "accountLinks.role"])
    .select(shownName<string | null>().as("invitedBy"))
    .select(["accountLinks.createdAt", "expiresAt"])
    .where("kind", "=", "invitation")
    .where("expiresAt", ">", now.toISOString())
    .orderBy("accountLinks.createdAt", "desc")
    .orderBy("accountLinks.id", "desc")
    .$narrowType<{ role: NotNull }>()
    .execute()
}

/** Returns the role, the e-mail address and the inviter of an invitation to the holder of its link. */
export async function findInvitation({ db, now }: Context, token: string): Promise<Invitation> {
  const { role, email, createdBy, expiresAt } = await getLink(db, token, now())
  const inviter = await db
    .selectFrom("accounts")
    .select(shownName().as("name"))
    .where("id", "=", createdBy ?? 0)
    .executeTakeFirst()
  return { role, email: email ?? undefined, invitedBy: inviter?.name, expiresAt }
}

async function getLink(db: Database, token: string, now: Date) {
  const link = await findAccountLink(db, "invitation", token, now)
  if (!link?.role) throw new AppError("not_found", responseTexts.invitationGone)
  return { ...link, role: link.role }
}

/** Uses the invitation up, and signs its holder in. Fails for an e-mail address that somebody else owns. */
export async function acceptInvitation(ctx: Context, { token, ...typed }: InvitationAcceptance): Promise<SignInResult> {
  const { email } = await getLink(ctx.db, token, ctx.now())
  if (!email && !typed.email) throw fieldError("email", responseTexts.emailRequired)
  await rejectGuessablePassword(ctx, typed.password, { username: typed.username, email: email ?? typed.email ?? "" })
  const passwordHash = await hashPassword(typed.password)
  const now = ctx.now()
  const accepted = { token, ...typed, passwordHash }
  // The invitation is the link that a first factor needs.
  const enrolmentUntil = new Date(now.getTime() + ENROLMENT_MS).toISOString()
  const result = await beginSession(ctx, (trx) => createInvited(trx, ctx, accepted, now), { enrolmentUntil })
  await trustDevice(ctx, { id: result.account.id, passwordChangedAt: now.toISOString() })
  return result
}

interface Accepted extends Pick<InvitationAcceptance, "token" | "username" | "email"> {
  passwordHash: string
}

async function createInvited(
  trx: Transaction,
  ctx: Context,
  { token, username, email: typedEmail = "", passwordHash }: Accepted,
  now: Date,
) {
  const link = await redeemAccountLink(trx, "invitation", token, now)
  if (!link?.role) throw new AppError("not_found", responseTexts.invitationGone)
  const account = { username, email: link.email ?? typedEmail, role: link.role }
  if (link.email) await eraseUnconfirmed(trx, link.email, now)
  const id = await insertAccount(trx, { ...account, passwordHash, addressConfirmedAt: now.toISOString() }, now)
  const details = { after: { role: account.role }, invitation: link.id, invitedBy: link.createdBy }
  const entry = { ...about("account", id, username), details }
  await recordAudit(trx, { ...actorOf({ id }, ctx), action: "accept invitation", ...entry }, now)
  return { id, ...account }
}
