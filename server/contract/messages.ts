import * as z from "zod/mini"
import type { FoundCount } from "./paging.ts"
import { RequestId } from "./request-id.ts"
import { PageNumber, PartLimit, SearchText } from "./search-fields.ts"
import { parsedSpelling } from "./sector-spelling.ts"
import { findContactSector } from "./sectors.ts"
import { withoutNul } from "./storable-text.ts"

const NAME_MAX = 100
const EMAIL_MAX = 254
const MESSAGE_MIN = 10
const MESSAGE_MAX = 5000

function requiredName(missing: string, tooLong: string) {
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(NAME_MAX, tooLong), withoutNul)
}

const messageTooShort = "Le message doit contenir au moins 10 caractères"

/** What a visitor fills in, in the order of the form. */
export const ContactFields = z.object({
  firstName: requiredName("Le prénom est requis", `Le prénom ne peut dépasser ${NAME_MAX} caractères`),
  lastName: requiredName("Le nom est requis", `Le nom ne peut dépasser ${NAME_MAX} caractères`),
  email: z
    .string("Email invalide")
    .check(z.trim(), z.maxLength(EMAIL_MAX, "Email invalide"), z.email("Email invalide")),
  sector: parsedSpelling(findContactSector, "Veuillez sélectionner un secteur"),
  message: z
    .string(messageTooShort)
    .check(
      z.trim(),
      z.minLength(MESSAGE_MIN, messageTooShort),
      z.maxLength(MESSAGE_MAX, "Le message ne peut dépasser 5 000 caractères"),
      withoutNul,
    ),
})

export type ContactFields = z.infer<typeof ContactFields>

export type ContactField = keyof ContactFields

export const CONTACT_FIELDS = Object.keys(ContactFields.shape) as ContactField[]

export const ContactRequest = z.extend(ContactFields, {
  requestId: RequestId,
  /** A honeypot: people do not see the field, robots fill it. */
  website: z.optional(z.string("website doit être un texte").check(z.maxLength(2000, "website est trop long"))),
  /** Whether the same five fields within ten minutes count as one message. */
  mergeRepeats: z.optional(z.boolean("mergeRepeats doit être un booléen")),
})

export type ContactRequest = z.infer<typeof ContactRequest>

/** EmailJS, which the browser also calls if it is configured. */
export interface EmailService {
  serviceId: string
  templateId: string
  publicKey: string
}

export interface Message extends ContactFields {
  id: number
  /** ISO 8601, UTC. */
  createdAt: string
}

export const MessageId = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))

/** A part of the list, newest first: at most `limit` messages, older than the message `after`. */
export const MessageFilter = z.object({ limit: PartLimit, after: z.optional(MessageId) })

export type MessageFilter = z.infer<typeof MessageFilter>

export const MessageSearch = z.object({ search: SearchText, page: PageNumber })

export type MessageSearch = z.infer<typeof MessageSearch>

/** One page of what a search finds, newest first. */
export interface MessageSearchResult extends FoundCount {
  messages: Message[]
  /** Over all messages; days are those of Africa/Kinshasa. */
  counts: { total: number; lastWeek: number; today: number }
}
