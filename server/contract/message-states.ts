// Search params are parsed before zod is loaded: this file must not import it.

export const MESSAGE_STATES = ["new", "open", "answered", "archived", "spam"] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

/** The states in which a request is not done. */
export const PENDING_STATES = ["new", "open"] as const satisfies MessageState[]

export function isPending(state: MessageState): boolean {
  return PENDING_STATES.some((pending) => pending === state)
}

/** An answer or a note has this many characters at most. */
export const ENTRY_MAX = 5000

/** Channels to answer outside of the site: a mail program, WhatsApp and the telephone. */
export const CONTACT_CHANNELS = ["email", "whatsapp", "call"] as const

export type ContactChannel = (typeof CONTACT_CHANNELS)[number]

/** What came of calling or writing to the sender: an answer, nothing, or a day to try again. */
export const CONTACT_RESULTS = ["reached", "missed", "callback"] as const

export type ContactResult = (typeof CONTACT_RESULTS)[number]

export const MESSAGE_OUTCOMES = ["quoted", "won", "lost"] as const

export const OUTCOME_LABELS: Record<(typeof MESSAGE_OUTCOMES)[number], string> = {
  quoted: "Devis envoyé",
  won: "Gagné",
  lost: "Perdu",
}

/** The place of a message in the inbox, which is its state or the trash. */
export const MESSAGE_FOLDERS = [...MESSAGE_STATES, "trashed"] as const

export type MessageFolder = (typeof MESSAGE_FOLDERS)[number]

export const FOLDER_LABELS: Record<MessageFolder, string> = {
  new: "Nouveau",
  open: "En cours",
  answered: "Répondu",
  archived: "Archivé",
  spam: "Indésirable",
  trashed: "Dans la corbeille",
}

/** What stands for a person where nobody is in charge of a request. */
export const UNASSIGNED_LABEL = "Non attribuée"

/** The values of `?etat=`. */
export const FOLDER_SLUGS = {
  new: "nouveau",
  open: "en-cours",
  answered: "repondu",
  archived: "archive",
  spam: "indesirable",
  trashed: "corbeille",
} as const satisfies Record<MessageFolder, string>

/** The server-sent event of GET /api/admin/events that carries the state of the inbox. */
export const INBOX_EVENT = "messages"

/** A reason why a request may be spam. */
export type Suspicion = "honeypot" | "sender" | "links" | "repeated" | "fast" | "limit"

interface Waiting {
  /** It is null for what nobody is in charge of. */
  assignee: number | null
  count: number
  late: number
}

/** Sums what waits for an answer of the given people, or of all; null stands for nobody. */
export function sumWaiting({ waiting }: { waiting: readonly Waiting[] }, assignees?: readonly (number | null)[]) {
  const counted = waiting.filter(({ assignee }) => !assignees || assignees.includes(assignee))
  return counted.reduce((sum, { count, late }) => ({ count: sum.count + count, late: sum.late + late }), {
    count: 0,
    late: 0,
  })
}
