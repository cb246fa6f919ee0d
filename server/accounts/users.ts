import { type Actor, about, COMMAND_LINE, recordAction, recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { gainsRights, hasRight, rolesWith } from "#server/contract/rights.ts"
import type { UserSession } from "#server/contract/sessions.ts"
import { erasedAt } from "#server/contract/trash.ts"
import type { AccountRemoval, AccountReturn, RoleChange, UserNameChange } from "#server/contract/users.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { handOver, takeBack } from "#server/messages/assignees/hand-over.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { deleteAccountLinks, deleteLinksBy } from "./account-links.ts"
import { deleteFactors } from "./factors.ts"
import { rejectOwnAccount } from "./own-account.ts"
import { deleteDevices } from "./push-devices.ts"
import { findByAddress, isTaken } from "./queries.ts"
import { endSession } from "./session-list.ts"
import { deleteSessions } from "./sessions.ts"

/** The actor is a signed-in administrator or an operator. */
export interface ActorContext {
  db: Database
  now: () => Date
  actor: Actor
  /** It is undefined where nobody is mailed. */
  outbox?: Context["outbox"]
  mailOrigin?: Context["mailOrigin"]
}

/** Takes effect at the account's next request. */
export function changeRole(context: ActorContext, { id, role }: RoleChange): Promise<void> {
  return changeAccount(context, id, async ({ trx, account, record }) => {
    if (account.role === role) return
    // Anybody can register with somebody else's address; only an operator may trust such an account.
    const isTrusted = account.addressConfirmedAt !== null || context.actor === COMMAND_LINE
    if (!isTrusted && gainsRights(account.role, role)) throw unconfirmed(account)
    if (!hasRight(role, "users.manage")) rejectLastAdministrator(account)
    await trx.updateTable("accounts").set({ role }).where("id", "=", id).execute()
    if (!hasRight(role, "users.manage")) await deleteLinksBy(trx, id)
    if (!hasRight(role, "messages.read")) await deleteDevices(trx, id)
    if (!hasRight(role, "messages.write")) await handOverAll(trx, context, { id })
    await record("change role", { before: { role: account.role }, after: { role } })
  })
}

/** An invitation takes the place of such an account only while nobody has trusted it. */
function unconfirmed({ role }: AccountToChange): AppError {
  return new AppError("conflict", role === "user" ? responseTexts.addressUnconfirmed : responseTexts.trustedUnconfirmed)
}

/** Whom the account's pending requests go to; nobody by default. */
type Removal = Pick<AccountRemoval, "id"> & Partial<AccountRemoval>

async function handOverAll(trx: Transaction, context: ActorContext, { id, assignee = null, batchId }: Removal) {
  const requests = await handOver(trx, { mailing: context, from: id, to: assignee, actor: context.actor, batchId })
  return requests > 0 ? { requests } : {}
}

/** Sets the name that people see, which no other account may bear: nobody is to be taken for somebody else. */
export function renameAccount(context: ActorContext, { id, fullName }: UserNameChange): Promise<void> {
  const change = async ({ trx, account, record }: Change) => {
    const name = fullName || null
    if (account.fullName === name) return
    const fullNameFolded = name && normalizeForSearch(name)
    if (fullNameFolded) await rejectBorneName(trx, id, fullNameFolded)
    await trx.updateTable("accounts").set({ fullName: name, fullNameFolded }).where("id", "=", id).execute()
    await record("rename", { before: { name: account.fullName }, after: { name } })
  }
  return changeAccount(context, id, change, { mayBeOwn: true })
}

async function rejectBorneName(trx: Transaction, id: number, folded: string): Promise<void> {
  const other = await trx
    .selectFrom("accounts")
    .select("id")
    .where("id", "!=", id)
    .where((is) => is.or([is("usernameFolded", "=", folded), is("fullNameFolded", "=", folded)]))
    .executeTakeFirst()
  if (other) throw fieldError("fullName", responseTexts.fullNameTaken, "conflict")
}

/** Also ends the account's sessions at once. */
export function disableAccount(context: ActorContext, removal: Removal): Promise<void> {
  const { id } = removal
  return changeAccount(context, id, async ({ trx, account, record }) => {
    if (account.disabledAt) return
    rejectLastAdministrator(account)
    await trx.updateTable("accounts").set({ disabledAt: context.now().toISOString() }).where("id", "=", id).execute()
    await lockOut(trx, id)
    await record("disable", await handOverAll(trx, context, removal))
  })
}

export function enableAccount(context: ActorContext, { id, batchId }: AccountReturn): Promise<void> {
  return changeAccount(context, id, async ({ trx, account, record }) => {
    if (!account.disabledAt) return
    await trx.updateTable("accounts").set({ disabledAt: null }).where("id", "=", id).execute()
    if (batchId) await takeBack(trx, batchId, { actor: context.actor, at: context.now().toISOString() })
    await record("enable")
  })
}

const DELETED_USERNAME = "compte supprimé"

/** Keeps the row for what the person has written, and for 30 days lets it be restored. */
export function deleteAccount(context: ActorContext, removal: Removal): Promise<void> {
  return changeAccount(context, removal.id, async ({ trx, account, record }) => {
    rejectLastAdministrator(account)
    const handedOver = await handOverAll(trx, context, removal)
    await moveToTrash(trx, account, context.now())
    await record("delete", handedOver)
  })
}

/** Deletes the caller's own account. Its requests stay the company's, and those of colleagues are the office's business. */
export async function leave(ctx: AccountContext): Promise<void> {
  const { id } = ctx.account
  const leaving = async ({ trx, account, record }: Change) => {
    if (hasRight(account.role, "office.open")) throw new AppError("forbidden", responseTexts.colleagueLeaves)
    await moveToTrash(trx, account, ctx.now())
    await deleteOwnLinks(trx, id)
    await record("delete")
  }
  await changeAccount(ctx, id, leaving, { mayBeOwn: true })
  ctx.cookies.write("session", "", 0)
}

/** Takes the requests from an account that is deleted. */
async function deleteOwnLinks(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom("messageLinks").where("accountId", "=", id).execute()
}

async function moveToTrash(trx: Transaction, account: AccountToChange, now: Date): Promise<void> {
  const { id, username, usernameFolded, disabledAt } = account
  const deletedAt = now.toISOString()
  await trx
    .updateTable("accounts")
    .set({ deletedAt, deletedUsername: username, disabledAt: disabledAt ?? deletedAt })
    .set({ username: DELETED_USERNAME, usernameFolded: placeholderFolded(id, usernameFolded) })
    .where("id", "=", id)
    .execute()
  await lockOut(trx, id)
}

/** Erases at once the account that somebody has registered with that address, so that its owner can have it. */
export async function eraseUnconfirmed(trx: Transaction, email: string, now: Date): Promise<void> {
  const found = await findByAddress(trx, email)
  const account = found && !found.isOwner ? await readAccount(trx, found.id) : undefined
  if (!account) return
  if (!account.deletedAt) await moveToTrash(trx, account, now)
  await eraseAccount(trx, account.id, now)
}

/** Returns a unique folded name, as no other contains an upper-case N. Search still finds the former name in it. */
function placeholderFolded(id: number, former = ""): string {
  return `${former} N${id}`
}

/** Restores a deleted account; one that was disabled before its deletion stays disabled. */
export function restoreAccount(context: ActorContext, { id, batchId }: AccountReturn): Promise<void> {
  const { db, now, actor } = context
  return inTransaction(db, async (trx) => {
    const account = await readAccount(trx, id)
    if (!account?.deletedAt) throw new AppError("not_found", responseTexts.accountNotFound)
    const { deletedAt, deletedUsername, disabledAt } = account
    if (deletedUsername === null || erasedAt(deletedAt) <= now().toISOString())
      throw new AppError("conflict", responseTexts.accountErased)
    const { username, usernameFolded } = await freeName(trx, deletedUsername)
    await trx
      .updateTable("accounts")
      .set({ username, usernameFolded, deletedAt: null, deletedUsername: null })
      .set({ disabledAt: disabledAt === deletedAt ? null : disabledAt })
      .where("id", "=", id)
      .execute()
    if (batchId) await takeBack(trx, batchId, { actor, at: now().toISOString() })
    await recordAction(trx, context, { action: "restore", ...about("account", id, username) })
  })
}

/** Returns the former name, with a number appended if another account has it by now. */
async function freeName(trx: Transaction, username: string) {
  const usernameFolded = normalizeForSearch(username)
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`
    const name = { username: username + suffix, usernameFolded: usernameFolded + suffix }
    if (!(await isTaken(trx, "usernameFolded", name.usernameFolded))) return name
  }
}

export function endUserSessions(context: ActorContext, id: number): Promise<void> {
  return changeAccount(
    context,
    id,
    async ({ trx, record }) => {
      await deleteSessions(trx, id)
      await record("end sessions")
    },
    { mayBeOwn: true },
  )
}

export function endUserSession(context: ActorContext, { user, session }: UserSession): Promise<void> {
  return changeAccount(
    context,
    user,
    async ({ trx, record }) => {
      await endSession(trx, user, session)
      await record("end session")
    },
    { mayBeOwn: true },
  )
}

interface Change {
  trx: Transaction
  account: AccountToChange
  record: (action: AuditAction, details?: object) => Promise<void>
}

/** Changes an account that is not deleted. Most changes of one's own account are rejected. */
function changeAccount(
  context: ActorContext,
  id: number,
  change: (change: Change) => Promise<void>,
  { mayBeOwn = false } = {},
): Promise<void> {
  if (!mayBeOwn) rejectOwnAccount(context.actor, id)
  return inTransaction(context.db, async (trx) => {
    const account = await readAccount(trx, id)
    if (!account || account.deletedAt) throw new AppError("not_found", responseTexts.accountNotFound)
    const record = (action: AuditAction, details = {}) =>
      recordAction(trx, context, { action, ...about("account", id, account.username), details })
    await change({ trx, account, record })
  })
}

type AccountToChange = NonNullable<Awaited<ReturnType<typeof readAccount>>>

/**
 * Reads the account, and whether it is the only active administrator. Both stay true until the end of the transaction,
 * since only one transaction writes at a time.
 */
async function readAccount(trx: Transaction, id: number) {
  const rows = await trx
    .selectFrom("accounts")
    .select(["id", "username", "usernameFolded", "role", "disabledAt", "deletedAt", "deletedUsername"])
    .select(["addressConfirmedAt", "fullName"])
    .where((is) =>
      is.or([is("id", "=", id), is.and([is("role", "in", rolesWith("users.manage")), is("disabledAt", "is", null)])]),
    )
    .execute()
  const account = rows.find((row) => row.id === id)
  const administrators = rows.filter(({ role, disabledAt }) => hasRight(role, "users.manage") && !disabledAt)
  const isLastAdministrator = administrators.length === 1 && administrators[0] === account
  return account && { ...account, isLastAdministrator }
}

function rejectLastAdministrator({ isLastAdministrator }: AccountToChange): void {
  if (isLastAdministrator) throw new AppError("conflict", responseTexts.lastAdministrator)
}

/** Deletes the account's sessions, its devices, its links, and the links that it has created for others. */
async function lockOut(trx: Transaction, id: number): Promise<void> {
  await deleteSessions(trx, id)
  await deleteDevices(trx, id)
  await deleteAccountLinks(trx, id)
  await deleteLinksBy(trx, id)
}

const ROWS_AT_ONCE = 100

/** Erases the names and e-mail addresses of the accounts that were deleted 30 days ago. */
export async function eraseDeletedAccounts({ db, now }: Pick<ActorContext, "db" | "now">): Promise<void> {
  const at = now()
  for (;;) {
    const rows = await db
      .selectFrom("accounts")
      .select(["id", "deletedAt"])
      .where("deletedUsername", "is not", null)
      .orderBy("deletedAt")
      .limit(ROWS_AT_ONCE)
      .execute()
    const due = rows.filter(({ deletedAt }) => deletedAt && erasedAt(deletedAt) <= at.toISOString())
    for (const { id } of due) await inTransaction(db, (trx) => eraseAccount(trx, id, at))
    if (due.length < ROWS_AT_ONCE) return
  }
}

async function eraseAccount(trx: Transaction, id: number, now: Date): Promise<void> {
  const account = await readAccount(trx, id)
  // The account was restored meanwhile.
  if (!account?.deletedAt || account.deletedUsername === null) return
  const { email } = await trx.selectFrom("accounts").select("email").where("id", "=", id).executeTakeFirstOrThrow()
  await trx
    .updateTable("accounts")
    // No e-mail address can equal this one, which has no at sign.
    .set({
      email: "",
      emailFolded: placeholderFolded(id),
      usernameFolded: placeholderFolded(id),
      deletedUsername: null,
    })
    .set({ passwordHash: "", fullName: null, fullNameFolded: null })
    .where("id", "=", id)
    .execute()
  await trx.deleteFrom("outbox").where("recipient", "=", email).execute()
  await trx.deleteFrom("savedViews").where("accountId", "=", id).execute()
  await deleteOwnLinks(trx, id)
  await deleteFactors(trx, id)
  await recordAudit(trx, { ...SYSTEM, action: "erase", ...about("account", id) }, now)
}
