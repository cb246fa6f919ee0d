import { ofName } from "#client/office/french/elision.ts"
import { formatNumber, pluralize, pluralizeFound } from "#client/office/french/pluralize.ts"
import { bulkTexts } from "#client/office/list/texts.ts"
import { ERASURE_DAYS } from "#server/contract/erasures.ts"
import {
  type MessageFolder,
  OUTCOME_LABELS,
  type Suspicion,
  UNASSIGNED_LABEL,
} from "#server/contract/message-states.ts"
import type { MessageAction } from "#server/contract/messages.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"

export const inboxTexts = {
  counters: { total: "Total", lastWeek: "7 derniers jours", today: "Aujourd'hui" },
  search: "Rechercher un message",
  export: "Exporter",
  found(count: FoundCount, isFiltered: boolean): string {
    if (count.found === 0) return isFiltered ? "Aucun message trouvé" : "Aucun message"
    return isFiltered
      ? pluralizeFound(count, "message trouvé", "messages trouvés")
      : pluralizeFound(count, "message", "messages")
  },
  loading: "Chargement des messages…",
  states: {
    label: "Messages par état",
    all: "Tous",
    new: "Nouveaux",
    open: "En cours",
    answered: "Répondus",
    archived: "Archivés",
    spam: "Indésirables",
    trashed: "Corbeille",
  } satisfies Record<MessageFolder | "all" | "label", string>,
  sort: "Trier",
  sorts: { newest: "Plus récents d’abord", oldest: "Plus anciens d’abord" },
  toAnswer: "À répondre",
  sector: { label: "Filtrer par secteur", all: "Tous les secteurs" },
  assignee: { label: "Filtrer par responsable", all: "Tous les responsables", me: "Moi", none: UNASSIGNED_LABEL },
  pictures: { label: "Filtrer par photos", all: "Avec ou sans photos", with: "Avec photos" },
  mails: { label: "Filtrer par envoi", all: "Réponses parties ou non", undelivered: "Réponses non parties" },
  followUps: {
    label: "Filtrer par relance",
    all: "Relances",
    options: { due: "À relancer aujourd’hui", any: "Relance prévue" },
  },
  outcomes: {
    label: "Filtrer par issue",
    all: "Issues",
    options: { ...OUTCOME_LABELS, none: "Sans issue" },
  },
  from: { label: "Reçus à partir du", short: "Du", chip: (day: string) => `Depuis le ${day}` },
  until: { label: "Reçus jusqu’au", short: "Au", chip: (day: string) => `Jusqu’au ${day}` },
  unknownPerson: "Autre personne",
  trashLead: `Les messages supprimés se restaurent pendant ${TRASH_DAYS}\u00a0jours, puis ils sont effacés.`,
  spamLead: "Ces demandes ont été jugées indésirables\u00a0: rien n’est effacé, et une erreur se corrige d’un geste.",
  waitingLead: "Les demandes qui attendent une réponse, celle qui attend depuis le plus longtemps d’abord.",
  nothingFound: {
    title: "Aucun message ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom, l’e-mail, le téléphone, la référence, le secteur, le message ou ses suites. Essayez moins de mots, ou un mot plus court.`,
  },
  nothingFiltered: {
    title: "Aucun message ne correspond à ces filtres",
    text: "Retirez-en un, ou effacez-les tous.",
  },
  nothingWaiting: {
    title: "Aucune demande n’attend de réponse ici",
    text: "Tout a reçu une réponse\u00a0: les prochaines demandes s’afficheront ici.",
  },
  emptyFolders: {
    all: {
      title: "Aucun message pour l’instant",
      text: "Les demandes envoyées depuis la page Contact s’afficheront ici.",
    },
    new: { title: "Aucun nouveau message", text: "Tout a été vu\u00a0: les prochaines demandes s’afficheront ici." },
    open: { title: "Aucune demande en cours", text: "Prenez une demande en charge\u00a0: elle s’affichera ici." },
    answered: { title: "Aucune demande traitée", text: "Les demandes auxquelles vous répondez s’affichent ici." },
    archived: { title: "Aucun message archivé", text: "Archivez ce qui est terminé, pour l’écarter sans le perdre." },
    spam: {
      title: "Aucun message indésirable",
      text: "Ce qui est indésirable à coup sûr arrive ici, sans déranger personne\u202f; ce qui est douteux reste parmi les autres, marqué.",
    },
    trashed: { title: "La corbeille est vide", text: `Les messages supprimés y restent ${TRASH_DAYS}\u00a0jours.` },
  } satisfies Record<MessageFolder | "all", { title: string; text: string }>,
} as const

/** Texts of a row of the inbox. */
export const inboxRow = {
  of: (action: string, name: string) => `${action}\u00a0: message ${ofName(name)}`,
  select: (name: string) => `Sélectionner le message ${ofName(name)}`,
  unread: "Non lu",
  doubtful: "Douteuse",
  undelivered: "Réponse non partie",
  followUp: (day: string) => `Relance ${day}`,
  pictures: (count: number) => pluralize(count, "photo"),
  waiting: (age: string) => `sans réponse depuis ${age}`,
  assigneeOf: (name: string) => `Responsable du message ${ofName(name)}`,
  nobody: UNASSIGNED_LABEL,
  takeOn: "Prendre en charge",
  archive: "Archiver",
  notSpam: "Ce n’est pas indésirable",
  restore: "Restaurer",
  delete: "Supprimer",
  deleteFrom: (name: string) => `Supprimer le message de ${name}`,
} as const

export const messageDeletion = {
  question: "Êtes-vous sûr de vouloir supprimer ce message ?",
  detail: (name: string, date: string) =>
    `Message ${ofName(name)}, reçu le ${date}. Il ira à la corbeille, d’où il se restaure pendant ${TRASH_DAYS}\u00a0jours.`,
  confirm: "Supprimer",
  done: (name: string) => `Message ${ofName(name)} supprimé avec succès`,
  restored: (name: string) => `Message ${ofName(name)} restauré`,
  restorationFailed: "Le message n’a pas pu être restauré\u00a0: ",
} as const

const done: Record<Exclude<MessageAction["kind"], "state">, [one: string, many: string]> = {
  assignee: ["message confié", "messages confiés"],
  read: ["message marqué", "messages marqués"],
  followUp: ["relance notée", "relances notées"],
  outcome: ["issue notée", "issues notées"],
  trash: ["message mis à la corbeille", "messages mis à la corbeille"],
  restore: ["message restauré", "messages restaurés"],
}

const doneStates: Record<Exclude<MessageFolder, "trashed">, [one: string, many: string]> = {
  new: ["message remis parmi les nouveaux", "messages remis parmi les nouveaux"],
  open: ["message remis en cours", "messages remis en cours"],
  answered: ["message marqué comme répondu", "messages marqués comme répondus"],
  archived: ["message archivé", "messages archivés"],
  spam: ["message jugé indésirable", "messages jugés indésirables"],
}

/** Texts about changes of one message or many. */
export const messageChanges = {
  selected: (count: number) => pluralize(count, "message sélectionné", "messages sélectionnés"),
  selectFound: ({ found, foundIsCapped }: FoundCount) =>
    foundIsCapped
      ? "Sélectionner tous les messages trouvés"
      : `Sélectionner les ${formatNumber(found)} messages trouvés`,
  actions: {
    takeOn: "Prendre en charge",
    assign: "Confier à",
    nobody: UNASSIGNED_LABEL,
    archive: "Archiver",
    reopen: "Remettre en cours",
    mark: "Marquer",
    read: "Marquer comme lu",
    unread: "Marquer comme non lu",
    spam: "Marquer indésirable",
    notSpam: "Ce n’est pas indésirable",
    trash: "Supprimer",
    restore: "Restaurer",
  },
  ...bulkTexts("message"),
  /** Returns an outcome such as « 10 messages archivés. » */
  done(action: MessageAction, count: number, person: string | undefined): string {
    if (count === 0) return "Il n’y avait rien à changer."
    if (action.kind === "state") return `${pluralize(count, ...doneStates[action.state])}.`
    if (action.kind === "read") {
      return `${pluralize(count, ...done.read)} ${action.isRead ? "comme lu" : "comme non lu"}${count > 1 ? "s" : ""}.`
    }
    if (action.kind === "assignee") {
      return action.assignee === null
        ? `${pluralize(count, "message laissé", "messages laissés")} sans responsable.`
        : `${pluralize(count, ...done.assignee)} à ${person ?? "cette personne"}.`
    }
    return `${pluralize(count, ...done[action.kind])}.`
  },
} as const

/** Explains why a mail was not sent, from a code of Nodemailer or of SMTP (RFC 5321 §4.2). */
export function mailFailure(code: string): string {
  if (code.includes("EAUTH")) return "le serveur de messagerie refuse nos identifiants"
  if (/\b550\b/.test(code) || code.startsWith("RETURNED 5.1.")) return "l’adresse du destinataire est refusée"
  if (code === "RETURNED 5.2.2") return "la boîte du destinataire est pleine"
  if (code.startsWith("RETURNED")) return "le serveur du destinataire refuse le message"
  if (/\b[45]\d\d\b/.test(code)) return "le serveur de messagerie a refusé le message"
  return "le serveur de messagerie ne répond pas"
}

/** Why a request may be spam. */
export const doubtReasons = {
  honeypot: "Un champ que les visiteurs ne voient pas était rempli.",
  sender: "D’autres demandes de cet expéditeur ont été marquées indésirables.",
  links: "La demande contient plus de deux liens vers d’autres sites.",
  repeated: "Plusieurs autres adresses ont envoyé le même texte en 24 heures.",
  fast: "Le formulaire a été rempli en moins de trois secondes.",
  limit: "Plusieurs demandes sont venues de la même connexion en dix minutes.",
} satisfies Record<Suspicion, string>

/** Initial texts of WhatsApp messages and e-mails to the sender. */
export const openingTexts = {
  subject: (reference: string | null, sector: string) =>
    reference ? `Votre demande ${reference}\u00a0: ${sector}` : `Votre demande de devis\u00a0: ${sector}`,
  text: (firstName: string, reference: string | null) =>
    `Bonjour ${firstName},\n\nnous avons bien reçu votre demande${reference ? ` ${reference}` : ""}. `,
} as const

/** Texts about erasures that can be undone. */
export const erasures = {
  title: "Effacements qui peuvent être annulés",
  days: `Un effacement peut être annulé pendant ${ERASURE_DAYS}\u00a0jours, puis il est définitif.`,
  lead: ({ name, ...counted }: Counted & { name: string }) => `${erased(counted)}, à partir ${ofName(name)}`,
  by: (by: string | null, at: string, until: string) =>
    `${by ? `Par ${by}, le` : "Le"} ${at}. L’effacement devient définitif le ${until}.`,
  undo: "Annuler l’effacement",
  undoOf: (name: string) => ` à partir ${ofName(name)}`,
  done: (counted: Counted) =>
    `${erased(counted)}. L’effacement peut être annulé pendant ${ERASURE_DAYS}\u00a0jours depuis la corbeille.`,
  restored: (count: number) => `${pluralize(count, "demande est revenue", "demandes sont revenues")}.`,
  restorationFailed: "L’effacement n’a pas pu être annulé\u00a0: ",
} as const

export interface Counted {
  requests: number
  pictures: number
}

function erased({ requests, pictures }: Counted): string {
  const erasedRequests = pluralize(requests, "demande effacée", "demandes effacées")
  return pictures > 0 ? `${erasedRequests} avec ${pluralize(pictures, "photo")}` : erasedRequests
}
