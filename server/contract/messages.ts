import * as z from "zod/mini"
import { CHANGES_MAX } from "./bulk.ts"
import { emailAddress } from "./email-address.ts"
import { SHARED_REQUESTS_MAX } from "./erasures.ts"
import { FollowUp, MessageOutcome } from "./follow-up.ts"
import { HONEYPOT } from "./honeypot.ts"
import { Id } from "./id.ts"
import { BatchId, IdempotencyKey } from "./idempotency-key.ts"
import { Attachment, AttachmentIds } from "./message-attachments.ts"
import { PICTURES_MAX } from "./message-pictures.ts"
import {
  CONTACT_CHANNELS,
  CONTACT_RESULTS,
  ENTRY_MAX,
  MESSAGE_FOLDERS,
  MESSAGE_OUTCOMES,
  MESSAGE_STATES,
  type MessageFolder,
  type Suspicion,
} from "./message-states.ts"
import type { FoundCount } from "./paging.ts"
import { PHONE_INVALID, PHONE_SHAPE } from "./phone-field.ts"
import { ListLimit, ListPosition, PageNumber, SearchText } from "./search-fields.ts"
import { parsedSpelling } from "./sector-spelling.ts"
import { CONTACT_SECTORS, type ContactSector, findContactSector } from "./sectors.ts"
import { notBlank, ordinarySpaces, storable, trimLine, trimText } from "./storable-text.ts"
import { withoutInvisible } from "./without-invisible.ts"

const NAME_MAX = 100
const MESSAGE_MIN = 10
const MESSAGE_MAX = 5000

/** A first or last name of the sender, which the company reads in mails of its own site: no advertisement. */
function senderName(name: "prénom" | "nom") {
  const missing = `Le ${name} est requis`
  const reject = (isWrong: (text: string) => boolean, reason: string) =>
    z.refine<string>((text) => !isWrong(plainText(text)), {
      error: `Écrivez seulement votre ${name}, ${reason}`,
      abort: true,
    })
  return z.string(missing).check(
    trimLine,
    ordinarySpaces,
    ...notBlank(missing),
    z.maxLength(NAME_MAX, { error: `Le ${name} ne peut dépasser ${NAME_MAX} caractères`, abort: true }),
    storable,
    reject((text) => ADDRESS.test(text), "sans e-mail ni adresse de site (après un point, mettez une espace)"),
    reject((text) => SIGNS.test(text), "sans montant ni «\u00a0!!\u00a0»"),
    reject(isTooLong, "en six mots au plus, dont quatre au plus en majuscules"),
  )
}

/** An address of a page or a mailbox. The dot after initials and titles, as in « J.Ilunga », makes none. */
const ADDRESS =
  /@|:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{L}{2,}[/:?]|(?:com|net|org)(?!\p{L}))|(?:^|[^\p{L}\p{M}\p{N}-])(?!(?:(?:\p{L}-)*\p{L}{1,2}|mme|mlle|mgr|ets|st[ée]|ing|prof|pst|r[ée]v|hon)\.)[\p{L}\p{M}\p{N}-]+\.\p{L}{2}/iu

/** An amount or an exclamation. */
const SIGNS = /\p{Sc}|[!?]{2}/u

const NAME_WORDS_MAX = 6
const CAPITAL_WORDS_MAX = 4

function isTooLong(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}'’.-]*\p{L}[\p{L}\p{M}\p{N}'’.-]*/gu) ?? []
  const capitals = words.filter((word) => /\p{Lu}.*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word))
  return words.length > NAME_WORDS_MAX || capitals.length > CAPITAL_WORDS_MAX
}

function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll("。", ".")
}

const messageTooShort = "Le message doit contenir au moins 10 caractères"

const emailInvalid = "Email invalide"

export const PHONE_MAX = 60

/** A telephone number as people write it, of which the server makes the international form. */
const phone = z.string(PHONE_INVALID).check(
  z.overwrite((text) => withoutInvisible(text).trim()),
  z.maxLength(PHONE_MAX, { error: PHONE_INVALID, abort: true }),
  z.refine((text) => text === "" || PHONE_SHAPE.test(text), PHONE_INVALID),
)

/** The fields of the contact form, in its order. */
export const ContactFields = z.object({
  firstName: senderName("prénom"),
  lastName: senderName("nom"),
  /** It may be empty if there is a telephone number. */
  email: z._default(emailAddress(emailInvalid, emailInvalid, { optional: true }), ""),
  phone: z.optional(phone),
  sector: parsedSpelling(findContactSector, "Veuillez sélectionner un secteur"),
  message: z
    .string(messageTooShort)
    .check(
      trimText,
      ...notBlank(messageTooShort),
      z.minLength(MESSAGE_MIN, messageTooShort),
      z.maxLength(MESSAGE_MAX, "Le message ne peut dépasser 5 000 caractères"),
      storable,
    ),
})

export type ContactFields = z.infer<typeof ContactFields>

export type ContactField = keyof ContactFields

export const CONTACT_FIELDS = Object.keys(ContactFields.shape) as ContactField[]

const imageName = z.string("Photo inconnue").check(z.regex(/^[0-9a-f]{8,64}\.(jpg|png|webp|avif)$/, "Photo inconnue"))

/** An answer needs an e-mail address or a telephone number. */
export const isReachable = z.refine<{ email: string; phone?: string | undefined }>(
  ({ email, phone }) => email !== "" || Boolean(phone),
  {
    path: ["email"],
    error: "Indiquez un e-mail ou un téléphone",
    when: ({ value }) => typeof value === "object" && value !== null,
  },
)

export const ReachableFields = ContactFields.check(isReachable)

/** The names of uploaded private pictures. */
const imageNames = z.optional(z.array(imageName).check(z.maxLength(PICTURES_MAX, `${PICTURES_MAX} photos au maximum`)))

export const AnyContactRequest = z.extend(ContactFields, {
  photos: imageNames,
  /** The idempotency key, under the name that it has had on the wire from the beginning. */
  requestId: z.optional(IdempotencyKey),
  [HONEYPOT]: z.optional(z.string(`${HONEYPOT} doit être un texte`)),
  /** Whether two requests with the same six fields within ten minutes count as one. */
  mergeRepeats: z.optional(z.boolean("mergeRepeats doit être un booléen")),
  /** The time in milliseconds for which the form was filled in, as far as the browser knows it. */
  filledInMs: z.optional(z.number("filledInMs doit être un nombre").check(z.gte(0, "filledInMs doit être positif"))),
})

export type ContactRequest = z.infer<typeof AnyContactRequest>

/** The configuration of EmailJS, which the browser calls too if it is configured. */
export interface EmailService {
  serviceId: string
  templateId: string
  publicKey: string
}

export const ContactReceipt = z.object({
  id: z.int(),
  reference: z.string(),
  /** The path of its status page. */
  statusUrl: z.string(),
})

export type ContactReceipt = z.infer<typeof ContactReceipt>

export type SenderReceipt = Pick<ContactReceipt, "reference" | "statusUrl">

/** A request as its sender's lists show it. */
export interface SentRequest extends SentReceipt {
  /** In milliseconds since 1970. */
  sentAt: number
}

/** The receipt of a form that was sent without JavaScript. */
export interface SentReceipt extends SenderReceipt {
  sector?: string | undefined
}

export const Message = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  sector: z.enum(CONTACT_SECTORS),
  message: z.string(),
  reference: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
})

export type Message = z.infer<typeof Message>

export interface InboxMessage extends Message {
  /** The telephone number with its digits in groups. */
  shownPhone: string | null
  readAt: string | null
  /** The moment of the first answer. */
  answeredAt: string | null
  assignee: Colleague | null
  waitingSince: string | null
  deletedAt: string | null
  pictures: number
  /** The reasons to doubt it, until it is answered or its sender is judged. */
  doubts: Suspicion[]
  followUp: FollowUp | null
  outcome: MessageOutcome | null
  /** Why the last answer by mail has not left, as the mail server has told; null unless it has failed. */
  undelivered: string | null
}

export interface Colleague {
  id: number
  name: string
}

/** The sender writes an `addition`, the site mails an `answer`, and only colleagues read a `note`. */
const MESSAGE_ENTRY_KINDS = [
  "addition",
  "answer",
  "note",
  "state",
  "assignee",
  "followUp",
  "outcome",
  ...CONTACT_CHANNELS,
] as const

export type MessageEntryKind = (typeof MESSAGE_ENTRY_KINDS)[number]

/**
 * A notification tells the company of a request, a receipt tells its sender that it has arrived, and a link is what the
 * sender has asked for again.
 */
export type MailKind = "notification" | "receipt" | "answer" | "link"

const MessageStateField = z.enum(MESSAGE_STATES, "État inconnu")

const MessageFolderField = z.enum(MESSAGE_FOLDERS, "État inconnu")

/** Selects at most `limit` messages that are older than the message `after`, sorted from the newest. */
export const MessageFilter = z.object({
  limit: ListLimit,
  ...ListPosition.shape,
  /** Without it, all messages but spam and the trash are listed. */
  state: z.optional(MessageFolderField),
})

export type MessageFilter = z.infer<typeof MessageFilter>

export const MESSAGE_SORTS = ["newest", "oldest", "waiting"] as const

export type MessageSort = (typeof MESSAGE_SORTS)[number]

/** The filters of the inbox; without a folder, all messages but spam and the trash are found. */
export const MessageCriteria = z.object({
  search: SearchText,
  folder: z.optional(MessageFolderField),
  sector: z.optional(z.enum(CONTACT_SECTORS, "Secteur inconnu")),
  assignee: z.optional(z.union([Id, z.literal("none")], "Personne inconnue")),
  /** The first and the last day in Kinshasa, both included. */
  from: z.optional(z.iso.date("Date invalide")),
  until: z.optional(z.iso.date("Date invalide")),
  photos: z.optional(z.literal(true)),
  /** Whether the last answer is a mail that has failed. */
  undelivered: z.optional(z.literal(true)),
  /** Whether somebody wants to write again: today, or some day. */
  followUp: z.optional(z.enum(["due", "any"], "Relance inconnue")),
  outcome: z.optional(z.enum([...MESSAGE_OUTCOMES, "none"], "Issue inconnue")),
  sort: z._default(z.enum(MESSAGE_SORTS, "Ordre inconnu"), "newest"),
})

export type MessageCriteria = z.infer<typeof MessageCriteria>

export const MessageSearch = z.extend(MessageCriteria, { page: PageNumber })

export type MessageSearch = z.infer<typeof MessageSearch>

export interface MessageSearchResult extends FoundCount {
  messages: InboxMessage[]
  /** Counts of all messages but the trash and spam; days are those of Africa/Kinshasa. */
  counts: { total: number; lastWeek: number; today: number }
  folders: Record<MessageFolder, number>
}

/** The state of the inbox, which every admin screen follows. */
export interface InboxState {
  /** It is incremented by each change of what an inbox shows. */
  version: number
  /** What waits for an answer, without spam and the trash, by the person in charge; nobody has null. */
  waiting: WaitingCount[]
  /** What is to be followed up today or was so before, without spam and the trash, by the person in charge. */
  followUps: WaitingCount[]
  /** The number of requests whose last answer is a mail that has failed. */
  undelivered: number
}

export interface WaitingCount {
  assignee: number | null
  count: number
  /** Those that have waited for longer than a day. */
  late: number
}

const EntryText = z
  .string("Écrivez un texte")
  .check(
    trimText,
    ...notBlank("Écrivez un texte"),
    z.maxLength(ENTRY_MAX, "Le texte ne peut dépasser 5 000 caractères"),
    storable,
  )

const MessageIds = z
  .array(Id)
  .check(z.minLength(1, "Aucun message"), z.maxLength(CHANGES_MAX, `${CHANGES_MAX} messages au maximum`))

export const MessageAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("state"), state: MessageStateField }),
  z.object({ kind: z.literal("assignee"), assignee: z.nullable(Id) }),
  z.object({ kind: z.literal("read"), isRead: z.boolean() }),
  z.object({ kind: z.literal("followUp"), followUp: z.nullable(FollowUp) }),
  z.object({ kind: z.literal("outcome"), outcome: z.nullable(MessageOutcome) }),
  z.object({ kind: z.literal("trash") }),
  z.object({ kind: z.literal("restore") }),
])

export type MessageAction = z.infer<typeof MessageAction>

export const MessagesChange = z.object({ ids: MessageIds, action: MessageAction, batchId: BatchId })

export type MessagesChange = z.infer<typeof MessagesChange>

export const NewMessageEntry = z.object({
  id: Id,
  kind: z.enum(["answer", "note"]),
  text: EntryText,
  idempotencyKey: IdempotencyKey,
  /** The newest entry that the author has seen; a later answer rejects this one. */
  lastEntry: z.int("Identifiant invalide"),
  attachments: z.optional(AttachmentIds),
})

export type NewMessageEntry = z.infer<typeof NewMessageEntry>

/** Notes what came of writing to the sender, or calling, outside of the site. */
export const MessageContact = z
  .object({
    id: Id,
    channel: z.enum(CONTACT_CHANNELS),
    result: z._default(z.enum(CONTACT_RESULTS, "Résultat inconnu"), "reached"),
    /** The day to try again, for a callback only. */
    followUp: z.optional(FollowUp),
    idempotencyKey: IdempotencyKey,
  })
  .check(
    z.refine(({ result, followUp }) => (result === "callback") === (followUp !== undefined), {
      path: ["followUp"],
      error: "Choisissez une date",
    }),
  )

export type MessageContact = z.infer<typeof MessageContact>

/** What the sender of a request types on its status page. */
export const AdditionFields = z.object({ text: EntryText })

export const MessageAddition = z.extend(AdditionFields, {
  token: z.string("Ce lien n’existe pas ou a expiré"),
  photos: imageNames,
  idempotencyKey: z.optional(IdempotencyKey),
})

export type MessageAddition = z.infer<typeof MessageAddition>

export const SentMail = z.object({
  id: z.int(),
  /** A failed mail waits again when its next attempt is due, until it is given up. */
  state: z.enum(["waiting", "sent", "failed", "given up"]),
  failure: z.nullable(z.string()),
  /** The next attempt; null once it is sent or given up. */
  nextAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
})

export type SentMail = z.infer<typeof SentMail>

export const MessageEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** The account's name; null for the sender, and for an account that was deleted. */
  by: z.nullable(z.string()),
  kind: z.enum(MESSAGE_ENTRY_KINDS),
  text: z.nullable(z.string()),
  /**
   * The earlier and the new value of the change: a state, `trashed`, a person's name, or a follow-up or an outcome as
   * JSON. An attempt to reach the sender has its result after, unless that was an answer.
   */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  mail: z.nullable(SentMail),
  /** What a mail of the sender quotes, which may be nothing; null for what did not come by mail. */
  quoted: z.nullable(z.string()),
  attachments: z.array(Attachment),
})

export type MessageEntry = z.infer<typeof MessageEntry>

export interface MessageDetails extends InboxMessage {
  entries: MessageEntry[]
  images: string[]
  /** The reasons why it was judged spam. */
  suspicions: Suspicion[]
  /** Other requests with the same e-mail address or telephone number, sorted from the newest. */
  others: Message[]
  /** Whether the site can mail answers. */
  hasMailServer: boolean
  /** Whether answers to its mails join their requests. */
  readsMailbox: boolean
}

/** The requests of the person who has sent one, and others that somebody has selected as this person's too. */
export const PersonSelection = z.object({
  id: Id,
  others: z._default(
    z.array(Id).check(z.maxLength(SHARED_REQUESTS_MAX, `${SHARED_REQUESTS_MAX} demandes au maximum`)),
    [],
  ),
})

export type PersonSelection = z.infer<typeof PersonSelection>

export const PersonErasure = z.extend(PersonSelection, { batchId: BatchId })

export type PersonErasure = z.infer<typeof PersonErasure>

/** What is stored of a person: requests with the same e-mail address and telephone number, and doubtful ones. */
export interface PersonOverview {
  requests: number
  pictures: number
  /** Requests that share only one of both, which anybody can type. */
  others: SharedRequest[]
}

export interface SharedRequest
  extends Pick<Message, "id" | "reference" | "firstName" | "lastName" | "email" | "phone"> {
  shownPhone: string | null
  createdAt: string
  pictures: number
  /** What the request shares. */
  reason: "email" | "phone"
}

/** An erasure that can still be undone. */
export interface Erasure {
  batchId: string
  at: string
  /** The account's name. */
  by: string | null
  /** The reference of the request by which the person was found. */
  name: string
  requests: number
  pictures: number
}

/** The numbers of what is erased of one person. */
export interface ErasedPerson {
  requests: number
  pictures: number
  /** It says that backups still contain the data. */
  notice: string
}

/** A request as its sender sees it. */
export interface MessageStatus {
  reference: string | null
  firstName: string
  sector: ContactSector
  message: string
  pictures: number
  createdAt: string
  /** To the sender, spam looks like a new request, and an archived request like an answered one. */
  state: "received" | "open" | "answered"
  /** The sender's additions and the answers, sorted from the oldest. */
  entries: { id: number; at: string; isAnswer: boolean; text: string }[]
  expiresAt: string
  /** Whether the account of who reads it has the request; null for visitors. */
  isKept: boolean | null
}
