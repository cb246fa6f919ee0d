import { createHash, randomBytes } from "node:crypto"
import { entreprise } from "#server/content/published/defaults/entreprise.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"
import { type Settings, SettingsError } from "#server/settings.ts"
import { createAdministrator } from "./commands.ts"
import { isGuessable } from "./guessable-passwords.ts"
import { hashPassword } from "./passwords.ts"
import { isTaken, normalizeEmail } from "./queries.ts"

/** A number follows it where the name is taken. */
const FIRST_ADMIN_NAME = "administrateur"

/** Names the setting alone, since its value is a password. The company's name in the database is not known yet. */
export async function requireStrongPassword({ adminEmail: email, adminPassword: password }: Settings): Promise<void> {
  if (password === undefined) return
  if (!(await isGuessable(password, { username: FIRST_ADMIN_NAME, email }, entreprise.facts.name))) return
  throw new SettingsError("ADMIN_PASSWORD : valeur refusée, ce mot de passe est trop facile à deviner")
}

interface FirstAdmin {
  db: Database
  log: Log
  now: () => Date
  email: string
  /** A password is generated if it is undefined. */
  password: string | undefined
}

/**
 * Creates the administrator unless the e-mail is taken, and once, even if that account changes its e-mail or is erased
 * later. Returns the generated password, which is stored nowhere.
 */
export async function createFirstAdmin({ db, log, now, email, password }: FirstAdmin): Promise<string | undefined> {
  const emailFolded = normalizeEmail(email)
  const emailHash = createHash("sha256").update(emailFolded).digest("hex")
  const wasCreated = (db: Database) =>
    db.selectFrom("firstAdmins").select("at").where("emailHash", "=", emailHash).executeTakeFirst()
  if (await wasCreated(db)) return
  const newPassword = password ?? randomBytes(15).toString("base64url")
  const passwordHash = await hashPassword(newPassword)
  const isCreated = await inTransaction(db, async (trx) => {
    if (await wasCreated(trx)) return false
    await trx.insertInto("firstAdmins").values({ emailHash, at: now().toISOString() }).execute()
    if (await isTaken(trx, "emailFolded", emailFolded)) {
      // Whoever registered with that address gets no role by it.
      log.warn("ADMIN_EMAIL has an account already, which stays as it is")
      return false
    }
    const passwordGeneratedAt = password ? null : now().toISOString()
    const account = { username: await findFreeUsername(trx), email, passwordHash, passwordGeneratedAt }
    await createAdministrator(trx, account, now())
    return true
  })
  return isCreated && !password ? newPassword : undefined
}

async function findFreeUsername(db: Database): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? FIRST_ADMIN_NAME : `${FIRST_ADMIN_NAME} ${number}`
    if (!(await isTaken(db, "usernameFolded", name))) return name
  }
}
