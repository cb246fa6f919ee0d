import { hashPassword } from "#server/accounts/passwords.ts"
import {
  findCredentials,
  insertAccount,
  listAccounts,
  normalizeEmail,
  updatePassword,
  updateRole,
} from "#server/accounts/queries.ts"
import { deleteSessions } from "#server/accounts/sessions.ts"
import { recordAudit } from "#server/audit/audit-log.ts"
import { Email, NewPassword, ROLES, type Role, Username } from "#server/contract/accounts.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { CommandError, readSecret, runCommand, withDatabase } from "./command.ts"

const HELP = `Comptes du site, dans DATA_DIR, aussi pendant que le site tourne.

  npm run account -- list                        les comptes
  npm run account -- create E-MAIL NOM           crée un administrateur
  npm run account -- password E-MAIL             change un mot de passe et ferme les sessions du compte
  npm run account -- role E-MAIL user|admin      change un rôle

Un mot de passe se donne sur une ligne de l’entrée standard, ou se tape sans s’afficher.`

await runCommand(HELP, async (words) => {
  if (words.length > 3) throw new CommandError("Trop de mots : voir --help")
  return withDatabase((db) => act(db, words))
})

async function act(db: Database, [action, email = "", word = ""]: string[]) {
  switch (action) {
    case "list":
      return list(db)
    case "create":
      return create(db, email, word)
    case "password":
      return setPassword(db, email)
    case "role":
      return setRole(db, email, word)
    default:
      throw new CommandError(`Action inconnue « ${action ?? ""} » : voir --help`)
  }
}

async function list(db: Database) {
  const accounts = await listAccounts(db)
  return accounts.map(({ id, role, email, username }) => `${id}\t${role}\t${email}\t${username}`).join("\n")
}

async function create(db: Database, email: string, username: string) {
  const address = checked(Email.safeParse(email))
  const name = checked(Username.safeParse(username))
  const passwordHash = await askPassword()
  const now = new Date()
  await inTransaction(db, async (trx) => {
    const id = await insertAccount(trx, { username: name, email: address, passwordHash, role: "admin" }, now)
    await recordAudit(trx, { accountId: null, action: "create", subject: "account", subjectId: id }, now)
  })
  return `Administrateur créé : ${address}`
}

async function setPassword(db: Database, email: string) {
  const { id } = await existing(db, email)
  const passwordHash = await askPassword()
  const now = new Date()
  await inTransaction(db, async (trx) => {
    await updatePassword(trx, id, passwordHash, now)
    await recordAudit(trx, { accountId: null, action: "change password", subject: "account", subjectId: id }, now)
    await deleteSessions(trx, id)
  })
  return `Mot de passe changé, sessions fermées : ${normalizeEmail(email)}`
}

async function setRole(db: Database, email: string, word: string) {
  const role = ROLES.find((known): known is Role => known === word)
  if (!role) throw new CommandError(`Rôle inconnu « ${word} » : user ou admin`)
  const { id } = await existing(db, email)
  const now = new Date()
  await inTransaction(db, async (trx) => {
    await updateRole(trx, id, role)
    await recordAudit(trx, { accountId: null, action: `role ${role}`, subject: "account", subjectId: id }, now)
  })
  return `Rôle de ${normalizeEmail(email)} : ${role}`
}

async function existing(db: Database, email: string) {
  const account = await findCredentials(db, email)
  if (!account) throw new CommandError(`Aucun compte pour « ${email} »`)
  return account
}

async function askPassword(): Promise<string> {
  return hashPassword(checked(NewPassword.safeParse(await readSecret("Mot de passe : "))))
}

function checked<Value>(
  read: { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } },
) {
  if (!read.success) throw new CommandError(read.error.issues[0]?.message ?? "Valeur refusée")
  return read.data
}
