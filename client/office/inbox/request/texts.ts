import { KEPT_DAYS } from "#client/app/document-state.ts"
import { ofName } from "#client/office/french/elision.ts"
import { pluralize } from "#client/office/french/pluralize.ts"
import type { Counted } from "#client/office/inbox/texts.ts"
import { ERASURE_DAYS } from "#server/contract/erasures.ts"
import {
  type ContactChannel,
  FOLDER_LABELS,
  type MessageFolder,
  type MessageState,
} from "#server/contract/message-states.ts"
import type { MessageAction, MessageEntry, SentMail } from "#server/contract/messages.ts"

/** Texts of the screen of one request. */
export const requestTexts = {
  title: (name: string) => `Demande ${ofName(name)}`,
  back: "Tous les messages",
  neighbours: "Demandes voisines dans la liste",
  received: (date: string) => `Reçue le ${date}`,
  loading: "Chargement de la demande…",
  loadingFailed: "Erreur lors du chargement de la demande\u00a0: ",
  gone: {
    title: "Cette demande n’existe plus",
    text: "Elle a été effacée, ou l’adresse n’est pas la bonne.",
  },
  sender: {
    email: "E-mail",
    phone: "Téléphone",
    sector: "Secteur",
    none: "Non renseigné",
    noEmail: "Cette personne n’a pas laissé d’e-mail\u00a0: répondez par WhatsApp ou par téléphone.",
  },
  assignee: {
    label: "Personne en charge",
    nobody: "Personne",
  },
  spam: {
    title: "Pourquoi cette demande est indésirable",
    doubtful: "Pourquoi cette demande est douteuse",
    byHand: "Quelqu’un de l’équipe l’a marquée comme indésirable.",
  },
  pictures: {
    title: "Photos",
    alt: (name: string, number: number) => `Photo ${number} envoyée par ${name}`,
  },
  others: {
    title: "Autres demandes avec cet e-mail ou ce téléphone",
    none: "Aucune autre demande avec cet e-mail ou ce téléphone.",
  },
} as const

export const timelineTexts = {
  title: "Échanges",
  automatic: "Automatique",
  formerAccount: "Compte supprimé",
  request: "Demande",
  kinds: {
    addition: "Complément",
    answer: "Réponse par e-mail",
    note: "Note interne",
    email: "Logiciel de messagerie ouvert pour répondre",
    whatsapp: "Conversation WhatsApp ouverte",
    call: "Appel téléphonique",
  } as Partial<Record<MessageEntry["kind"], string>>,
  state(before: string | null, after: string | null): string {
    if (after === "trashed") return "Mise à la corbeille"
    if (before === "trashed") return "Sortie de la corbeille"
    return `${labelOf(before)} → ${labelOf(after)}`
  },
  assignee(before: string | null, after: string | null): string {
    if (!after) return before ? `${before} n’est plus en charge` : "Plus personne en charge"
    return before ? `Confiée à ${after} (avant\u00a0: ${before})` : `Prise en charge par ${after}`
  },
  mail: {
    waiting: "E-mail en attente d’envoi",
    sent: (date: string) => `E-mail envoyé le ${date}`,
    failed: (code: string) =>
      `L’envoi de l’e-mail a échoué\u00a0: ${mailFailure(code)} (${code}). Un nouvel essai suivra.`,
    "given up": (code: string) =>
      `L’envoi de l’e-mail a échoué\u00a0: ${mailFailure(code)} (${code}). Il n’y aura pas d’autre essai.`,
  } satisfies Record<SentMail["state"], unknown>,
  resend: "Renvoyer",
  resending: "Renvoi…",
  resendFailed: "L’e-mail n’a pas pu être renvoyé\u00a0: ",
} as const

/** Explains a code of Nodemailer or of SMTP (RFC 5321 §4.2). */
function mailFailure(code: string): string {
  if (code.includes("EAUTH")) return "le serveur de messagerie refuse nos identifiants"
  if (/\b550\b/.test(code)) return "l’adresse du destinataire est refusée"
  if (/\b[45]\d\d\b/.test(code)) return "le serveur de messagerie a refusé le message"
  return "le serveur de messagerie ne répond pas"
}

function labelOf(folder: string | null): string {
  return FOLDER_LABELS[folder as MessageFolder] ?? folder ?? ""
}

export const requestActions = {
  label: "Actions",
  answer: "Répondre",
  whatsapp: "WhatsApp",
  call: "Appeler",
  take: "Prendre en charge",
  archive: "Archiver",
  reopen: "Rouvrir",
  markAnswered: "Marquer traitée",
  spam: "Marquer indésirable",
  notSpam: "Ce n’est pas indésirable",
  delete: "Supprimer",
  restore: "Restaurer",
  more: "Plus",
  moreOf: " d’actions",
  undo: "Annuler",
  undone: "Action annulée.",
  failed: "L’action n’a pas abouti\u00a0: ",
  undoFailed: "L’action n’a pas pu être annulée\u00a0: ",
  noted: (channel: ContactChannel, isPending: boolean) =>
    `Noté\u00a0: ${opened[channel]} a été ouvert.${isPending ? ` La demande passe à «\u00a0${FOLDER_LABELS.answered}\u00a0».` : ""}`,
  notingFailed: "L’échange n’a pas pu être noté\u00a0: ",
  trashed: (date: string) => `Cette demande est dans la corbeille depuis le ${date}.`,
  done(action: MessageAction, assignee: string | undefined): string {
    switch (action.kind) {
      case "state":
        return doneStates[action.state]
      case "assignee":
        return assignee ? `Demande confiée à ${assignee}.` : "Plus personne n’est en charge de cette demande."
      case "trash":
        return "Demande mise à la corbeille."
      case "restore":
        return "Demande sortie de la corbeille."
      case "read":
        return ""
    }
  },
} as const

const opened: Record<ContactChannel, string> = {
  email: "votre logiciel de messagerie",
  whatsapp: "WhatsApp",
  call: "le téléphone",
}

const doneStates: Record<MessageState, string> = {
  new: "Demande remise parmi les nouvelles.",
  open: "Demande rouverte.",
  answered: "Demande marquée comme traitée.",
  archived: "Demande archivée.",
  spam: "Demande marquée comme indésirable\u00a0: les prochaines de cet expéditeur le seront aussi.",
}

export const entryForms = {
  answer: {
    title: "Répondre par e-mail",
    label: "Votre réponse",
    submit: "Envoyer la réponse",
    pending: "Envoi…",
    done: "Réponse enregistrée\u00a0: l’e-mail part dans un instant.",
    failed: "La réponse n’a pas pu être envoyée\u00a0: ",
  },
  note: {
    title: "Note interne",
    label: "Note pour l’équipe",
    submit: "Ajouter la note",
    pending: "Ajout…",
    done: "Note ajoutée.",
    failed: "La note n’a pas pu être ajoutée\u00a0: ",
  },
  template: "Modèle",
  noTemplate: "Sans modèle",
  signature: "La signature s’ajoute à l’envoi\u00a0:",
  addNote: "Ajouter une note interne",
  noteHelp: "Le demandeur ne la voit pas.",
  empty: "Écrivez un texte",
  kept: `Votre texte reste sur cet appareil jusqu’à l’envoi ou la déconnexion, ${KEPT_DAYS}\u00a0jours au plus.`,
  restored: "Votre texte qui n’était pas encore envoyé a été retrouvé sur cet appareil.",
  sendAnyway: "Envoyer quand même",
  conflict: "Quelqu’un a répondu entre-temps",
  conflictHelp: "Relisez cette réponse\u00a0: votre texte est gardé, et vous pouvez l’envoyer quand même.",
  update(entry: MessageEntry): string {
    const by = entry.by ?? timelineTexts.formerAccount
    if (entry.kind === "assignee") return `${timelineTexts.assignee(entry.before, entry.after)} (${by})`
    if (entry.kind === "addition") return "Le demandeur a ajouté\u00a0:"
    return `${by} (${timelineTexts.kinds[entry.kind]})\u00a0:`
  },
} as const

export const personData = {
  title: "Données de cette personne",
  text: ({ requests, pictures }: Counted) =>
    `${requests === 1 ? "Cette demande" : `${requests} demandes envoyées avec le même e-mail et le même téléphone`}${pictures > 0 ? `, ${pluralize(pictures, "photo")}` : ""} et ${exchangesOf(requests)}.`,
  loading: "Chargement…",
  loadingFailed: "Les données de cette personne n’ont pas pu être trouvées\u00a0: ",
  others: "Aussi de cette personne\u202f?",
  othersHelp:
    "N’importe qui peut donner le numéro ou l’adresse d’un autre\u00a0: ne cochez que ce qui vient à coup sûr de la même personne.",
  othersCut: (count: number) => `Seules les ${count} plus récentes sont montrées.`,
  reasons: { email: "même e-mail", phone: "même téléphone" },
  export: "Exporter",
  erase: "Effacer",
  question: (name: string) => `Effacer toutes les données ${ofName(name)}\u202f?`,
  detail: ({ requests, pictures }: Counted) =>
    `${pluralize(requests, "demande disparaît", "demandes disparaissent")} avec ${pictures > 0 ? `${pluralize(pictures, "photo")} et ` : ""}${exchangesOf(requests)}${pictures > 0 ? "\u202f; les photos publiées sont retirées du site" : ""}. L’effacement peut être annulé pendant ${ERASURE_DAYS}\u00a0jours depuis la corbeille, puis il est définitif. Les sauvegardes déjà faites contiennent encore ces données, jusqu’à ce que de plus récentes les remplacent.`,
  confirm: "Effacer",
  failed: "Les données n’ont pas pu être effacées\u00a0: ",
  cancelled: "votre identité n’a pas été confirmée",
} as const

function exchangesOf(requests: number): string {
  return requests === 1 ? "ses échanges" : "leurs échanges"
}
