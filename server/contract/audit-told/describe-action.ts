import type { AutomaticActor } from "#server/contract/audit.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { AUDIT_MONTHS } from "#server/contract/audit-months.ts"
import { sharedContents } from "#server/contract/content/shared-contents.ts"
import { type AuditSubject, declaredSubjects } from "#server/contract/domains/domains.ts"
import { ownValue } from "./own-value.ts"

export const actorNames: Record<AutomaticActor, string> = {
  site: "(Automatique)",
  "command line": "(Ligne de commande)",
}

/** What somebody did, which precedes the subject: « a supprimé » « le projet ». */
interface Phrase {
  verb: string
  /** The form of the subject's noun, by default `the`. */
  article?: "of" | "to"
  /** The phrase stands without a subject. */
  alone?: true
}

const phrases: Record<AuditAction, Phrase> = {
  create: { verb: "a créé" },
  import: { verb: "a importé" },
  upload: { verb: "a téléversé" },
  keep: { verb: "a gardé dans la bibliothèque" },
  register: { verb: "a ouvert" },
  link: { verb: "a créé un lien privé vers" },
  "accept invitation": { verb: "a accepté l’invitation et créé" },
  update: { verb: "a modifié" },
  autosave: { verb: "a modifié" },
  save: { verb: "a modifié le brouillon", article: "of" },
  describe: { verb: "a décrit" },
  replace: { verb: "a remplacé partout" },
  "replace picture": { verb: "a remplacé une image", article: "of" },
  pin: { verb: "a mis en tête de son secteur" },
  unpin: { verb: "a retiré de la tête de son secteur" },
  undo: { verb: "a annulé une action groupée sur" },
  note: { verb: "a ajouté une note", article: "to" },
  trash: { verb: "a supprimé" },
  delete: { verb: "a supprimé" },
  drop: { verb: "n’a pas gardé" },
  discard: { verb: "a abandonné le brouillon", article: "of" },
  "drop lost image": { verb: "a retiré une image perdue", article: "of" },
  "erase person": { verb: "a effacé toutes les données de l’expéditeur", article: "of" },
  "empty trash": { verb: "a vidé la corbeille des demandes", alone: true },
  "delete old": { verb: "a effacé les demandes trop anciennes", alone: true },
  restore: { verb: "a restauré" },
  revert: { verb: "a rétabli une version", article: "of" },
  publish: { verb: "a publié" },
  withdraw: { verb: "a retiré du site" },
  schedule: { verb: "a programmé la publication", article: "of" },
  unschedule: { verb: "a annulé la publication programmée", article: "of" },
  state: { verb: "a changé l’état", article: "of" },
  assignee: { verb: "a changé le responsable", article: "of" },
  answer: { verb: "a répondu par e-mail", article: "to" },
  email: { verb: "a écrit depuis sa propre messagerie au sujet", article: "of" },
  whatsapp: { verb: "a écrit par WhatsApp au sujet", article: "of" },
  call: { verb: "a appelé au sujet", article: "of" },
  followUp: { verb: "a changé la relance", article: "of" },
  outcome: { verb: "a changé l’issue", article: "of" },
  "resend mail": { verb: "a renvoyé un e-mail", article: "of" },
  "sign in": { verb: "s’est connecté", alone: true },
  "sign out": { verb: "s’est déconnecté", alone: true },
  "end session": { verb: "a terminé une session", article: "of" },
  "end sessions": { verb: "a terminé les sessions", article: "of" },
  export: { verb: "a exporté" },
  "change password": { verb: "a changé le mot de passe", article: "of" },
  "change role": { verb: "a changé le rôle", article: "of" },
  disable: { verb: "a désactivé" },
  enable: { verb: "a réactivé" },
  erase: { verb: "a effacé définitivement" },
  revoke: { verb: "a révoqué" },
  renew: { verb: "a renouvelé" },
  rename: { verb: "a renommé" },
  "reset password": { verb: "a choisi un nouveau mot de passe", alone: true },
  "create reset link": { verb: "a créé un lien pour changer le mot de passe", article: "of" },
  "request e-mail change": { verb: "a demandé à changer l’adresse e-mail", article: "of" },
  "change e-mail": { verb: "a changé l’adresse e-mail", article: "of" },
  "require factors": { verb: "a changé les rôles dont la connexion demande une clé d’accès ou un code", alone: true },
  "create factor link": { verb: "a créé un lien pour protéger" },
  "reset factors": { verb: "a retiré clés d’accès et codes", article: "of" },
  "turn on codes": { verb: "a activé les codes à usage unique", article: "of" },
  "turn off codes": { verb: "a désactivé les codes à usage unique", article: "of" },
  "use recovery code": { verb: "s’est connecté avec un code de secours", alone: true },
  "renew recovery codes": { verb: "a renouvelé les codes de secours", article: "of" },
  "role user": { verb: "a donné le rôle Utilisateur", article: "to" },
  "role reader": { verb: "a donné le rôle Lecteur", article: "to" },
  "role agent": { verb: "a donné le rôle Chargé de clientèle", article: "to" },
  "role editor": { verb: "a donné le rôle Éditeur", article: "to" },
  "role admin": { verb: "a donné le rôle Administrateur", article: "to" },
  unlink: { verb: "a révoqué un lien privé vers" },
  expire: { verb: `a effacé les entrées de plus de ${AUDIT_MONTHS}\u00a0mois`, alone: true },
}

const projectDeletion: Phrase = { verb: "a effacé définitivement" }
const manyExported: Partial<Record<AuditSubject, string>> = {
  project: "a exporté les projets",
  message: "a exporté les demandes",
  audit: "a exporté le journal",
}

/** What the button of the settings' screen says, since they are no page. */
const settingsStored = "a enregistré les paramètres"

interface Told {
  action: string
  subject: AuditSubject
  subjectName: string | null
}

/** Returns the text before the subject's name, and whether the name follows. */
export function describeAction({ action, subject, subjectName }: Told): { text: string; isNamed: boolean } {
  if (action === "export" && subjectName === null) {
    return { text: manyExported[subject] ?? "a exporté un fichier", isNamed: false }
  }
  const phrase = phraseOf(action, subject)
  if (!phrase)
    return {
      text: `a fait «\u00a0${action}\u00a0» sur ${declaredSubjects[subject].the}`,
      isNamed: subjectName !== null,
    }
  if (isOfSettings({ action, subject, subjectName })) return { text: settingsStored, isNamed: false }
  if (phrase.alone) return { text: phrase.verb, isNamed: false }
  if (subjectName === null) return { text: `${phrase.verb} ${declaredSubjects[subject].one}`, isNamed: false }
  return { text: `${phrase.verb} ${declaredSubjects[subject][phrase.article ?? "the"]}`, isNamed: true }
}

function isOfSettings({ action, subject, subjectName }: Told): boolean {
  return action === "publish" && subject === "content" && subjectName === sharedContents.parametres.label
}

function phraseOf(action: string, subject: AuditSubject): Phrase | undefined {
  if (action === "delete" && subject === "project") return projectDeletion
  return ownValue<Phrase>(phrases, action)
}

/** Quotes a name, as « École »; the references of requests need no quotation marks. */
export function quoteName(subject: AuditSubject, name: string): string {
  return subject === "message" ? name : `«\u00a0${name}\u00a0»`
}
