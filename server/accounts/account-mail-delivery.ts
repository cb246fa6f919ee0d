import { readMailCompany } from "#server/content/published/mail-company.ts"
import { ACCOUNT_MAIL_KINDS, type AccountLinkKind, type AccountMailKind } from "#server/contract/account-links.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { type DeliveryParts, mayHaveArrived } from "#server/jobs/mail-transport.ts"
import { MailDropped, type QueuedMail } from "#server/jobs/outbox.ts"
import { createSecret } from "#server/secrets.ts"
import { createAccountLink, deleteAccountLink, setToken } from "./account-links.ts"
import { type AccountMailParts, composeAccountMail } from "./account-mail-texts.ts"
import { findByAddress, findCredentials } from "./queries.ts"

interface AccountMail extends QueuedMail {
  kind: AccountMailKind
}

export function isAccountMail(mail: QueuedMail): mail is AccountMail {
  return (ACCOUNT_MAIL_KINDS as readonly string[]).includes(mail.kind)
}

type Send = (parts: Omit<AccountMailParts, "company">) => Promise<void>

/**
 * Sends the mails to holders of accounts. Creates their tokens only then, so that the database never stores one in
 * clear, and drops mails that are too late or whose link has expired or been used.
 */
export function accountMailDelivery(parts: DeliveryParts) {
  /** The tokens of unsent mails by the ids of their links. */
  const tokens = new Map<number, string>()
  return async (mail: AccountMail, signal: AbortSignal): Promise<void> => {
    const send: Send = async (given) => {
      const company = await readMailCompany(parts, parts.notifyEmail)
      await parts.transport.sendMail({ ...composeAccountMail(mail.kind, { ...given, company }), signal })
    }
    switch (mail.kind) {
      case "reset":
        return sendReset(parts, mail, send)
      case "email-changed":
      case "new-device":
      case "password-changed":
      case "factors-changed":
      case "token-created":
        return sendNotice(mail, send)
      default:
        return sendLink({ ...parts, tokens }, mail, send)
    }
  }
}

/** Four attempts take some twenty minutes. */
const RESET_ATTEMPTS = 4
const RESET_DELAY_MS = 30 * MINUTE_MS

/** Whoever asked for a new password has given up by then, or has asked again. */
function isTooLate({ attempts, nextAt }: QueuedMail, now: Date): boolean {
  return attempts > RESET_ATTEMPTS || now.getTime() - Date.parse(nextAt) > RESET_DELAY_MS
}

/** Mails the e-mail address of the account rather than the typed one, which may only look alike. */
async function sendReset({ db, now }: DeliveryParts, mail: QueuedMail, send: Send): Promise<void> {
  const { recipient, origin } = mail
  if (isTooLate(mail, now())) throw new MailDropped()
  const account = recipient !== null && (await findCredentials(db, recipient))
  if (!account || origin === null) throw new MailDropped()
  const link = await inTransaction(db, (trx) => createAccountLink(trx, mailedReset(account), now()))
  try {
    await send({
      recipient: account.email,
      link: { url: urlOf("reset", origin, link.token), expiresAt: link.expiresAt },
    })
  } catch (error) {
    // The next attempt creates another link.
    if (!mayHaveArrived(error)) await inTransaction(db, (trx) => deleteAccountLink(trx, link.id))
    throw error
  }
}

/** The address in the link tells that whoever uses it reads the mails of the account. */
function mailedReset({ id, email }: { id: number; email: string }) {
  return { kind: "reset", accountId: id, email } as const
}

/** Mails the same token at each attempt of this process, since an earlier one may have arrived. */
async function sendLink(
  { db, now, tokens }: DeliveryParts & { tokens: Map<number, string> },
  mail: AccountMail,
  send: Send,
): Promise<void> {
  const { accountLinkId, recipient, origin } = mail
  if (accountLinkId === null || recipient === null || origin === null) throw new MailDropped()
  const token = tokens.get(accountLinkId) ?? createSecret()
  const isValid = await inTransaction(db, (trx) => setToken(trx, accountLinkId, token, now()))
  if (!isValid) throw new MailDropped()
  tokens.set(accountLinkId, token)
  const { kind, expiresAt, role, inviter } = await db
    .selectFrom("accountLinks")
    .leftJoin("accounts", "accounts.id", "accountLinks.createdBy")
    .select(["kind", "expiresAt", "accountLinks.role", shownName<string | null>().as("inviter")])
    .where("accountLinks.id", "=", accountLinkId)
    .executeTakeFirstOrThrow()
  const link = { url: urlOf(kind, origin, token), expiresAt }
  const isReplacing = kind === "invitation" && (await findByAddress(db, recipient))?.isOwner === false
  await send({ recipient, link, inviter: inviter ?? undefined, role, isReplacing })
  tokens.delete(accountLinkId)
}

async function sendNotice({ recipient, detail }: AccountMail, send: Send): Promise<void> {
  if (recipient === null) throw new MailDropped()
  await send({ recipient, detail })
}

function urlOf(kind: AccountLinkKind, origin: string, token: string): string {
  return origin + PRIVATE_PATHS[kind] + token
}
