import { Account } from "#server/contract/accounts.ts"
import type { Database } from "#server/database/transaction.ts"

const COLUMNS = Object.keys(Account.shape) as (keyof Account)[]

/** E-mails are compared trimmed and without case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function listAccounts(db: Database): Promise<Account[]> {
  return selectAccounts(db).orderBy("id").execute()
}

export function findAccount(db: Database, id: number): Promise<Account | undefined> {
  return selectAccounts(db).where("id", "=", id).where("disabledAt", "is", null).executeTakeFirst()
}

export type AccountCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

export function findCredentials(db: Database, email: string) {
  return selectAccounts(db)
    .select(["passwordHash", "passwordChangedAt"])
    .where("emailFolded", "=", normalizeEmail(email))
    .where("disabledAt", "is", null)
    .executeTakeFirst()
}

/** Whether an account has that e-mail or name, also one that is disabled. */
export async function isTaken(db: Database, column: "emailFolded" | "usernameFolded", value: string): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where(column, "=", value).executeTakeFirst()) !== undefined
}

function selectAccounts(db: Database) {
  return db.selectFrom("accounts").select(COLUMNS).$castTo<Account>()
}
