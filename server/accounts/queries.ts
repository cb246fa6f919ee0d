import type { Account, Role } from "#server/contract/accounts.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"

/** E-mails are compared trimmed and without case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export async function findAccount(db: Database, id: number): Promise<Account | undefined> {
  return selectAccounts(db).where("id", "=", id).where("disabledAt", "is", null).executeTakeFirst()
}

/** With what proves that somebody is this account. */
export async function findCredentials(db: Database, email: string) {
  return selectAccounts(db)
    .select(["passwordHash", "passwordChangedAt"])
    .where("emailFolded", "=", normalizeEmail(email))
    .where("disabledAt", "is", null)
    .executeTakeFirst()
}

export async function listAccounts(db: Database): Promise<Account[]> {
  return selectAccounts(db).orderBy("id").execute()
}

function selectAccounts(db: Database) {
  return db
    .selectFrom("accounts")
    .select(["id", "username", "email"])
    .select((row) => row.ref("role").$castTo<Role>().as("role"))
}

interface NewAccount {
  username: string
  email: string
  passwordHash: string
  role: Role
}

/** Stores an account, or says by field which of its names is taken. */
export async function insertAccount(trx: Transaction, account: NewAccount, now: Date): Promise<number> {
  const { username, email, passwordHash, role } = account
  const names = { usernameFolded: normalizeForSearch(username), emailFolded: normalizeEmail(email) }
  const taken = await trx
    .selectFrom("accounts")
    .select(["usernameFolded", "emailFolded"])
    .where((is) => is.or([is("usernameFolded", "=", names.usernameFolded), is("emailFolded", "=", names.emailFolded)]))
    .execute()
  refuseTaken({
    ...(taken.some(({ emailFolded }) => emailFolded === names.emailFolded) && { email: messages.emailTaken }),
    ...(taken.some(({ usernameFolded }) => usernameFolded === names.usernameFolded) && {
      username: messages.usernameTaken,
    }),
  })
  const at = now.toISOString()
  const row = { username, email, ...names, passwordHash, role, createdAt: at, passwordChangedAt: at }
  const { id } = await trx.insertInto("accounts").values(row).returning("id").executeTakeFirstOrThrow()
  return id
}

function refuseTaken(fields: { email?: string; username?: string }) {
  const message = fields.email ?? fields.username
  if (message) throw new AppError("conflict", message, { fields })
}

export async function updatePassword(trx: Transaction, id: number, passwordHash: string, now: Date): Promise<void> {
  const set = { passwordHash, passwordChangedAt: now.toISOString() }
  await trx.updateTable("accounts").set(set).where("id", "=", id).execute()
}

export async function updateRole(trx: Transaction, id: number, role: Role): Promise<void> {
  await trx.updateTable("accounts").set({ role }).where("id", "=", id).execute()
}
