import { Account, type CurrentAccount, type SignedInAccount } from "#server/contract/accounts.ts"
import { cleanEmail } from "#server/contract/email-address.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { rightsOfRoles } from "#server/contract/rights.ts"
import type { UserState } from "#server/contract/user-search-params.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { missingFactor } from "./missing-factor.ts"

export const ACCOUNT_COLUMNS = Object.keys(Account.shape) as (keyof Account)[]

export function normalizeEmail(email: string): string {
  return cleanEmail(email).toLowerCase()
}

/** Includes disabled and deleted accounts. */
export function listAccounts(db: Database) {
  return selectAccounts(db).select(["disabledAt", "deletedAt"]).orderBy("id").execute()
}

/** Finds disabled accounts too, but no deleted ones. */
export function findAccountByEmail(db: Database, email: string) {
  return selectAccounts(db)
    .where("emailFolded", "=", normalizeEmail(email))
    .where("deletedAt", "is", null)
    .executeTakeFirst()
}

export interface SignedIn {
  account: SignedInAccount
  /** These moments are the session's. */
  createdAt: string
  expiresAt: string
  lastSeenAt: string | null
}

/** Finds the account of a session, and what the session still lacks. */
export async function findSignedIn(db: Database, key: string, now: Date): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom("accounts")
    .innerJoin("sessions", "sessions.accountId", "accounts.id")
    .select(ACCOUNT_COLUMNS.map((column) => `accounts.${column}` as const))
    .select(["sessions.confirmedAt as authenticatedAt", "sessions.createdAt", "expiresAt", "sessions.lastSeenAt"])
    .select([missingFactor(now).as("missing"), "passwordGeneratedAt", "fullName"])
    .where("sessions.idHash", "=", key)
    .where("expiresAt", ">", now.toISOString())
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!row) return undefined
  const { missing, passwordGeneratedAt, fullName, createdAt, expiresAt, lastSeenAt, ...names } = row
  // A role that another program has written may be unknown, and then has no right.
  const rights = (missing ? undefined : rightsOfRoles[names.role]) ?? []
  const hasGeneratedPassword = passwordGeneratedAt !== null || undefined
  const account = {
    ...names,
    fullName: fullName ?? undefined,
    missingFactor: missing ?? undefined,
    hasGeneratedPassword,
    rights,
  }
  return { account, createdAt, expiresAt, lastSeenAt }
}

/** Returns what the browser may know of the signed-in account. */
export async function findMe({ currentAccount }: Pick<Context, "currentAccount">): Promise<CurrentAccount | null> {
  const account = await currentAccount()
  if (!account) return null
  const { id, username, fullName, email, role, missingFactor, hasGeneratedPassword } = account
  return { id, username, fullName, email, role, missingFactor, hasGeneratedPassword }
}

export async function getActiveAccount(db: Database, id: number) {
  const account = await selectAccounts(db)
    .select("addressConfirmedAt")
    .where("id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!account) throw new AppError("not_found", responseTexts.accountNotFound)
  return account
}

export type AccountCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

export function findCredentials(db: Database, email: string) {
  return selectAccounts(db)
    .select(["passwordHash", "passwordChangedAt"])
    .where("emailFolded", "=", normalizeEmail(email))
    .where("disabledAt", "is", null)
    .executeTakeFirst()
}

/** Must be called where a session begins: the password may have been replaced while it was verified. */
export async function isActive(
  trx: Transaction,
  { id, passwordChangedAt }: { id: number; passwordChangedAt?: string },
): Promise<boolean> {
  const account = await trx
    .selectFrom("accounts")
    .select("passwordChangedAt")
    .where("id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  return account !== undefined && (passwordChangedAt ?? account.passwordChangedAt) === account.passwordChangedAt
}

/** Tells whether an account has that e-mail or name, even a disabled one. */
export async function isTaken(db: Database, column: "emailFolded" | "usernameFolded", value: string): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where(column, "=", value).executeTakeFirst()) !== undefined
}

/** Finds even a deleted account. Whoever has only registered with an address may not be its owner. */
export async function findByAddress(db: Database, email: string) {
  const account = await db
    .selectFrom("accounts")
    .select(["id", "role", "addressConfirmedAt", "disabledAt", "deletedAt"])
    .where("emailFolded", "=", normalizeEmail(email))
    .executeTakeFirst()
  if (!account) return undefined
  const { id, role, addressConfirmedAt, disabledAt, deletedAt } = account
  const isConfirmed = addressConfirmedAt !== null
  const state: UserState = deletedAt ? "deleted" : disabledAt ? "disabled" : "active"
  return { id, state, isConfirmed, isOwner: isConfirmed || role !== "user" }
}

/** What to do about an address that an account has, for those alone who may know the accounts. */
export const takenBy: Record<UserState, string> = {
  active: responseTexts.emailTaken,
  disabled: responseTexts.emailOfDisabled,
  deleted: responseTexts.emailOfDeleted,
}

function selectAccounts(db: Database) {
  return db.selectFrom("accounts").select(ACCOUNT_COLUMNS)
}
