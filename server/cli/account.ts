import type { ZodMiniType } from "zod/mini"
import { type HandedOverKind, insertLinkFor } from "#server/accounts/account-links.ts"
import { createAdministrator, replacePassword } from "#server/accounts/commands.ts"
import { resetFactors } from "#server/accounts/factors.ts"
import { rejectGuessablePassword } from "#server/accounts/guessable-passwords.ts"
import { hashPassword } from "#server/accounts/passwords.ts"
import {
  findAccountByEmail,
  findByAddress,
  findCredentials,
  listAccounts,
  normalizeEmail,
} from "#server/accounts/queries.ts"
import { revokeTokensOf } from "#server/accounts/revoke-tokens.ts"
import { forgetFailures } from "#server/accounts/sign-in.ts"
import { type ActorContext, changeRole, disableAccount, enableAccount } from "#server/accounts/users.ts"
import { about, COMMAND_LINE, recordAudit } from "#server/audit/audit-log.ts"
import { Email, NewPassword, Username } from "#server/contract/accounts.ts"
import { ROLES } from "#server/contract/domains/roles.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createLog } from "#server/log.ts"
import { readSettings } from "#server/settings.ts"
import { CommandError, createCommand, readSecret, type Terminal, withDatabase, withSite } from "./command.ts"

const HELP = `Comptes du site, aussi pendant qu’il tourne.

  npm run account -- list                        les comptes
  npm run account -- create E-MAIL NOM           crée un administrateur
  npm run account -- password E-MAIL             change un mot de passe, ferme les sessions et révoque les jetons d’API
  npm run account -- reset E-MAIL                donne un lien, valable une fois et 30 minutes, pour en choisir un autre
  npm run account -- role E-MAIL RÔLE            change un rôle : admin, editor, agent, reader ou user
  npm run account -- protect E-MAIL              donne un lien, valable une fois et 30 minutes, pour ajouter une première
                                                 clé d’accès ou un premier code là où son rôle en a besoin
  npm run account -- factors E-MAIL              retire clés d’accès et codes à usage unique
  npm run account -- disable E-MAIL              désactive un compte et ferme ses sessions
  npm run account -- enable E-MAIL               réactive un compte

Le dernier administrateur actif ne peut être ni désactivé ni changé de rôle. Un compte supprimé se restaure
dans l’administration, sous « Utilisateurs ».

Un mot de passe se donne sur une ligne de l’entrée standard, ou se tape sans s’afficher.`

export const command = createCommand(HELP, async (terminal) => {
  if (terminal.args.length > 3) throw new CommandError("Trop de mots : voir --help")
  // An administrator may be created before the first start, which creates the database.
  const open = terminal.args[0] === "create" ? withDatabase : withSite
  return open(terminal, (db) => runAction(db, terminal))
})

async function runAction(db: Database, terminal: Terminal) {
  const [action, email = "", argument = ""] = terminal.args
  switch (action) {
    case "list":
      return list(db)
    case "create":
      return create(db, terminal, { email, username: argument })
    case "password":
      return setPassword(db, terminal, email)
    case "reset":
      return createLink(db, terminal, "reset", email)
    case "role":
      return setRole(db, email, argument)
    case "disable":
      return disable(db, email)
    case "enable":
      return enable(db, email)
    case "protect":
      return createLink(db, terminal, "factor", email)
    case "factors":
      return removeFactors(db, email)
    default:
      throw new CommandError(`Action inconnue « ${action ?? ""} » : voir --help`)
  }
}

async function list(db: Database) {
  const accounts = await listAccounts(db)
  return accounts.map((account) => [...factsOf(account), ...stateOf(account)].join("\t")).join("\n")
}

type Listed = Awaited<ReturnType<typeof listAccounts>>[number]

function factsOf({ id, role, email, username }: Listed): string[] {
  return [String(id), role, email, username]
}

function stateOf({ disabledAt, deletedAt }: Listed): string[] {
  if (deletedAt) return ["supprimé"]
  return disabledAt ? ["désactivé"] : []
}

async function create(db: Database, terminal: Terminal, given: { email: string; username: string }) {
  const email = parse(Email, given.email)
  const username = parse(Username, given.username)
  const passwordHash = await readPassword(db, terminal, { username, email })
  await inTransaction(db, (trx) =>
    createAdministrator(trx, { username, email, passwordHash }, new Date(), COMMAND_LINE),
  )
  return `Administrateur créé : ${email}`
}

async function setPassword(db: Database, terminal: Terminal, email: string) {
  const { id, username, email: address } = await getAccount(db, email)
  const passwordHash = await readPassword(db, terminal, { username, email: address })
  const now = new Date()
  await inTransaction(db, async (trx) => {
    await replacePassword(trx, { id, passwordHash }, now)
    await forgetFailures(trx, email)
    await recordAudit(trx, { ...COMMAND_LINE, action: "change password", ...about("account", id, username) }, now)
    await revokeTokensOf(trx, id, COMMAND_LINE, now)
  })
  return `Mot de passe changé, sessions fermées : ${normalizeEmail(email)}`
}

/** Without PUBLIC_URL, the result contains the path of the link only. */
async function createLink(db: Database, { env }: Terminal, kind: HandedOverKind, email: string) {
  const { publicUrl = "" } = readSettings(env)
  const { id } = await getAccount(db, email)
  const { token } = await inTransaction(db, (trx) => insertLinkFor(trx, kind, id, COMMAND_LINE, new Date()))
  const when = `à ouvrir dans les 30 minutes${kind === "factor" ? ", une fois connecté" : ""}`
  return `Lien pour ${normalizeEmail(email)}, ${when} : ${publicUrl}${PRIVATE_PATHS[kind]}${token}`
}

async function setRole(db: Database, email: string, argument: string) {
  const role = ROLES.find((role) => role === argument)
  if (!role) throw new CommandError(`Rôle inconnu « ${argument} » : ${ROLES.join(", ")}`)
  const { id } = await getAnyAccount(db, email)
  await changeRole(operator(db), { id, role })
  const isDoubtful = hasRight(role, "office.open") && !(await findByAddress(db, email))?.isConfirmed
  const warning = `\nL’adresse n’a jamais été confirmée : vérifiez qui a créé ce compte, par exemple avec « password » et « factors ».`
  return `Rôle de ${normalizeEmail(email)} : ${role}${isDoubtful ? warning : ""}`
}

async function disable(db: Database, email: string) {
  const { id } = await getAnyAccount(db, email)
  await disableAccount(operator(db), { id })
  return `Compte désactivé, sessions fermées : ${normalizeEmail(email)}`
}

async function enable(db: Database, email: string) {
  const { id } = await getAnyAccount(db, email)
  await enableAccount(operator(db), { id })
  return `Compte réactivé : ${normalizeEmail(email)}`
}

function operator(db: Database): ActorContext {
  return { db, now: () => new Date(), actor: COMMAND_LINE }
}

/** Finds disabled accounts, too. */
async function getAnyAccount(db: Database, email: string) {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new CommandError(`Aucun compte pour « ${email} »`)
  return account
}

async function removeFactors(db: Database, email: string) {
  const { id } = await getAccount(db, email)
  await inTransaction(db, (trx) => resetFactors(trx, id, COMMAND_LINE, new Date()))
  return `Clés d’accès et codes retirés, le mot de passe suffit : ${normalizeEmail(email)}`
}

async function getAccount(db: Database, email: string) {
  const account = await findCredentials(db, email)
  if (account) return account
  await getAnyAccount(db, email)
  throw new CommandError(`Le compte « ${email} » est désactivé : npm run account -- enable ${email} le réactive`)
}

async function readPassword(
  db: Database,
  terminal: Terminal,
  person: { username: string; email: string },
): Promise<string> {
  const password = parse(NewPassword, await readSecret(terminal, "Mot de passe : "))
  await rejectGuessablePassword({ db, log: createLog("silent") }, password, person)
  return hashPassword(password)
}

function parse<Value>(schema: ZodMiniType<Value>, text: string): Value {
  const { success, data, error } = schema.safeParse(text)
  if (!success) throw new CommandError(error.issues[0]?.message ?? "Valeur refusée")
  return data
}
