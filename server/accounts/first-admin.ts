import { randomBytes } from "node:crypto"
import { recordAudit } from "#server/audit/audit-log.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { hashPassword } from "./passwords.ts"
import { insertAccount, normalizeEmail } from "./queries.ts"

interface FirstAdmin {
  email: string
  /** Generated when there is none. */
  password: string | undefined
}

/** Makes the administrator when no account has that e-mail; answers a generated password, which is nowhere else. */
export async function createFirstAdmin(
  db: Database,
  { email, password }: FirstAdmin,
  now: Date,
): Promise<string | undefined> {
  if (await hasAccount(db, email)) return
  const chosen = password ?? randomBytes(15).toString("base64url")
  const passwordHash = await hashPassword(chosen)
  const made = await inTransaction(db, async (trx) => {
    if (await hasAccount(trx, email)) return false
    const account = { username: await freeUsername(trx), email, passwordHash, role: "admin" } as const
    const id = await insertAccount(trx, account, now)
    await recordAudit(trx, { accountId: null, action: "create", subject: "account", subjectId: id }, now)
    return true
  })
  return made && !password ? chosen : undefined
}

async function hasAccount(db: Database, email: string): Promise<boolean> {
  const key = normalizeEmail(email)
  return (await db.selectFrom("accounts").select("id").where("emailFolded", "=", key).executeTakeFirst()) !== undefined
}

async function freeUsername(db: Database): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "administrateur" : `administrateur ${number}`
    const taken = await db.selectFrom("accounts").select("id").where("usernameFolded", "=", name).executeTakeFirst()
    if (!taken) return name
  }
}
