import { KEPT_DAYS } from "#client/app/document-state.ts"
import { formatDay } from "#client/office/french/dates.ts"
import { ofName } from "#client/office/french/elision.ts"
import { formatAmount, formatNumber, pluralize } from "#client/office/french/pluralize.ts"
import { type Counted, mailFailure } from "#client/office/inbox/texts.ts"
import { ERASURE_DAYS } from "#server/contract/erasures.ts"
import type { FollowUp, MessageOutcome } from "#server/contract/follow-up.ts"
import { ATTACHMENTS_MAX } from "#server/contract/message-attachments.ts"
import {
  ENTRY_MAX,
  FOLDER_LABELS,
  type MessageFolder,
  type MessageState,
  OUTCOME_LABELS,
  UNASSIGNED_LABEL,
} from "#server/contract/message-states.ts"
import type { MessageAction, MessageContact, MessageEntry, SentMail } from "#server/contract/messages.ts"

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
    withoutEmail: "Pas d’e-mail",
    withoutPhone: "Pas de téléphone",
    noEmail: "Cette personne n’a pas laissé d’e-mail\u00a0: répondez par WhatsApp ou par téléphone.",
  },
  assignee: {
    label: "Personne en charge",
    nobody: UNASSIGNED_LABEL,
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
    email: "E-mail envoyé",
    whatsapp: "Message WhatsApp",
    call: "Appel",
  } as Partial<Record<MessageEntry["kind"], string>>,
  mailed: "Réponse par e-mail du demandeur",
  quoted: "Texte cité",
  /** Returns the line of an entry without a text. */
  action({ kind, before, after, by }: MessageEntry): string {
    switch (kind) {
      case "state":
        return timelineTexts.state(before, after)
      case "assignee":
        return timelineTexts.assignee({ before, after, by })
      case "followUp":
        return followUpTexts.entry(parseEntry<FollowUp>(after))
      case "outcome":
        return outcomeTexts.entry(parseEntry<MessageOutcome>(after))
      default:
        return [timelineTexts.kinds[kind], contactResults[after ?? ""]].filter(Boolean).join("\u00a0: ")
    }
  },
  state(before: string | null, after: string | null): string {
    if (after === "trashed") return "Mise à la corbeille"
    if (before === "trashed") return "Sortie de la corbeille"
    return `${labelOf(before)} → ${labelOf(after)}`
  },
  assignee({ before, after, by }: Pick<MessageEntry, "before" | "after" | "by">): string {
    if (!after) return before ? `${before} n’est plus en charge` : "Plus personne en charge"
    if (after === by) return before ? `Prise en charge, auparavant par ${before}` : "Prise en charge"
    return before ? `Confiée à ${after}, auparavant à ${before}` : `Confiée à ${after}`
  },
  mail: {
    waiting: "E-mail en attente d’envoi",
    sent: (date: string) => `E-mail envoyé le ${date}`,
    failed: (code: string) => `L’e-mail n’est pas parti\u00a0: ${mailFailure(code)}.`,
    "given up": (code: string) =>
      `L’e-mail n’est pas parti\u00a0: ${mailFailure(code)}. Il n’y aura pas d’autre essai.`,
  } satisfies Record<SentMail["state"], unknown>,
  undelivered: (reason: string) => `Votre réponse n’est pas partie\u00a0: ${reason}.`,
  again: (date: string) =>
    `Le site réessaie le ${date}. Vous pouvez aussi la renvoyer tout de suite, ou joindre la personne autrement.`,
  trying: "Le site l’envoie de nouveau.",
  stillWaiting: "La demande attend toujours une réponse. Renvoyez-la, ou joignez la personne autrement.",
  resend: "Renvoyer",
  resending: "Renvoi…",
  resent: "L’e-mail est parti.",
  resendFailed: "L’e-mail n’a pas pu être renvoyé\u00a0: ",
} as const

function labelOf(folder: string | null): string {
  return FOLDER_LABELS[folder as MessageFolder] ?? folder ?? ""
}

export const requestActions = {
  label: "Actions",
  answer: "Répondre",
  whatsapp: "WhatsApp",
  call: "Appeler",
  takeOn: "Prendre en charge",
  followUp: "Relancer le…",
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
  noted({ result, followUp }: Pick<MessageContact, "result" | "followUp">, isPending: boolean): string {
    if (result === "reached") {
      return `Échange noté.${isPending ? ` La demande passe à «\u00a0${FOLDER_LABELS.answered}\u00a0».` : ""}`
    }
    const noted = followUp ? `Rappel noté pour le ${formatDay(followUp.on)}.` : "Noté\u00a0: pas de réponse."
    return `${noted}${isPending ? " La demande reste à répondre." : ""}`
  },
  trashed: (date: string) => `Cette demande est dans la corbeille depuis le ${date}.`,
  done(action: MessageAction, assignee: string | undefined): string {
    switch (action.kind) {
      case "state":
        return doneStates[action.state]
      case "assignee":
        return assignee ? `Demande confiée à ${assignee}.` : "Plus personne n’est en charge de cette demande."
      case "followUp":
        return action.followUp ? `À relancer le ${formatDay(action.followUp.on)}.` : "Relance terminée."
      case "outcome":
        return action.outcome
          ? `Issue notée\u00a0: ${OUTCOME_LABELS[action.outcome.result].toLowerCase()}.`
          : "Issue retirée."
      case "trash":
        return "Demande mise à la corbeille."
      case "restore":
        return "Demande sortie de la corbeille."
      case "read":
        return ""
    }
  },
} as const

const contactResults: Record<string, string> = {
  missed: "pas de réponse",
  callback: "à rappeler",
}

const doneStates: Record<MessageState, string> = {
  new: "Demande remise parmi les nouvelles.",
  open: "Demande rouverte.",
  answered: "Demande marquée comme traitée.",
  archived: "Demande archivée.",
  spam: "Demande marquée comme indésirable\u00a0: les prochaines de cet expéditeur le seront aussi.",
}

/** Texts of the question that follows a call or a message outside of the site. */
export const contactTexts = {
  titles: {
    email: (name: string) => `E-mail à ${name}`,
    whatsapp: (name: string) => `WhatsApp à ${name}`,
    call: (name: string) => `Appel à ${name}`,
  },
  questions: {
    email: "Avez-vous envoyé l’e-mail\u202f? La demande ne change que si vous le dites.",
    whatsapp: "Qu’est-ce que cela a donné\u202f? La demande ne change que si vous le dites.",
    call: "Qu’est-ce que cela a donné\u202f? La demande ne change que si vous le dites.",
  },
  reached: { email: "E-mail envoyé", whatsapp: "Joint", call: "Joint" },
  missed: "Pas de réponse",
  callback: "Rappeler le…",
  note: "Noter",
  nothing: "Ne rien noter",
  failed: "L’échange n’a pas pu être noté\u00a0: ",
  text: "Votre message",
  open: "Ouvrir WhatsApp",
} as const

export const followUpTexts = {
  title: "Suites",
  label: "Relance",
  none: "Aucune relance prévue",
  dialog: "Relancer le…",
  change: "Changer la date",
  finish: "Relance faite",
  day: "Un autre jour",
  days: [
    { label: "Demain", days: 1 },
    { label: "3 jours", days: 3 },
    { label: "7 jours", days: 7 },
  ],
  note: "Note",
  noteHelp: "Par exemple ce que vous voulez demander. Facultative.",
  submit: "Enregistrer",
  entry: (followUp: FollowUp | null) =>
    followUp
      ? `À relancer le ${formatDay(followUp.on)}${followUp.note && `\u00a0: ${followUp.note}`}`
      : "Relance terminée",
} as const

export const outcomeTexts = {
  label: "Issue",
  none: "Pas encore connue",
  dialog: "Issue de la demande",
  add: "Noter l’issue",
  change: "Modifier l’issue",
  remove: "Retirer l’issue",
  choose: "Choisissez une issue",
  amount: "Montant en dollars (USD)",
  reason: "Motif ou précision",
  optional: "facultatif",
  submit: "Enregistrer",
  entry: (outcome: MessageOutcome | null) =>
    outcome
      ? [
          `Issue\u00a0: ${OUTCOME_LABELS[outcome.result].toLowerCase()}`,
          outcome.amount === null ? "" : formatAmount(outcome.amount),
          outcome.reason,
        ]
          .filter(Boolean)
          .join(", ")
      : "Issue retirée",
} as const

/** Parses what the server has stored of a change. */
function parseEntry<Value>(stored: string | null): Value | null {
  return stored === null ? null : JSON.parse(stored)
}

export const attachmentTexts = {
  list: "Pièces jointes",
  add: "Joindre un PDF ou une image",
  remove: (name: string) => `Retirer ${name}`,
  sending: (name: string) => `Envoi de ${name}…`,
  rejected: (name: string, reason: string) => `${name}\u00a0: ${reason}`,
  large: "le fichier dépasse 10\u00a0Mo",
  tooMany: `${ATTACHMENTS_MAX}\u00a0pièces jointes au plus\u00a0: les suivantes n’ont pas été jointes.`,
} as const

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
  repliesElsewhere: "Si la personne vous répond, ce sera dans votre boîte de réception, pas ici.",
  addNote: "Ajouter une note interne",
  noteHelp: "Le demandeur ne la voit pas.",
  empty: "Écrivez un texte",
  tooLong: (excess: number) =>
    `${formatNumber(ENTRY_MAX)}\u00a0caractères au plus\u00a0: ${formatNumber(excess)} de trop`,
  kept: `Votre texte reste sur cet appareil jusqu’à l’envoi ou la déconnexion, ${KEPT_DAYS}\u00a0jours au plus.`,
  restored: "Votre texte qui n’était pas encore envoyé a été retrouvé sur cet appareil.",
  sendAnyway: "Envoyer quand même",
  conflict: "Quelqu’un a répondu entre-temps",
  conflictHelp: "Relisez cette réponse\u00a0: votre texte est gardé, et vous pouvez l’envoyer quand même.",
  update(entry: MessageEntry): string {
    const by = entry.by ?? timelineTexts.formerAccount
    if (entry.kind === "addition") return "Le demandeur a ajouté\u00a0:"
    if (entry.kind === "answer") return `${by} (${timelineTexts.kinds.answer})\u00a0:`
    return `${timelineTexts.action(entry)} (${by})`
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
