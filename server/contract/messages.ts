import * as z from "zod/mini"
import type { FoundCount } from "./paging.ts"
import { spellingOf } from "./sector-spelling.ts"
import { findContactSector } from "./sectors.ts"

const NAME_MAX = 100
const EMAIL_MAX = 254
const MESSAGE_MIN = 10
const MESSAGE_MAX = 5000

function requiredName(missing: string, tooLong: string) {
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(NAME_MAX, tooLong))
}

const messageTooShort = "Le message doit contenir au moins 10 caractères"

/** What a visitor fills in (docs/specification.md §5). */
export const ContactFields = z.object({
  firstName: requiredName("Le prénom est requis", `Le prénom ne peut dépasser ${NAME_MAX} caractères`),
  lastName: requiredName("Le nom est requis", `Le nom ne peut dépasser ${NAME_MAX} caractères`),
  email: z
    .string("Email invalide")
    .check(z.trim(), z.maxLength(EMAIL_MAX, "Email invalide"), z.email("Email invalide")),
  sector: spellingOf(findContactSector, "Veuillez sélectionner un secteur"),
  message: z
    .string(messageTooShort)
    .check(
      z.trim(),
      z.minLength(MESSAGE_MIN, messageTooShort),
      z.maxLength(MESSAGE_MAX, "Le message ne peut dépasser 5 000 caractères"),
    ),
})

export type ContactFields = z.infer<typeof ContactFields>

export type ContactField = keyof ContactFields

export const ContactRequest = z.extend(ContactFields, {
  /** Made in the browser. A request that is sent again succeeds and stores nothing. */
  requestId: z.optional(z.uuid("requestId doit être un UUID").check(z.toLowerCase())),
  /** A honeypot: people do not see the field, robots fill it. */
  website: z.optional(z.string("website doit être un texte").check(z.maxLength(2000, "website est trop long"))),
  /** Whether the same five fields within ten minutes count as one message. */
  mergeRepeats: z.optional(z.boolean("mergeRepeats doit être un booléen")),
})

export type ContactRequest = z.infer<typeof ContactRequest>

/** EmailJS, which the browser calls as well where it is configured. */
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

export const MessageSearch = z.object({
  search: z.string("Recherche invalide").check(z.trim(), z.maxLength(200, "Recherche trop longue")),
  page: z.int("Page inconnue").check(z.gte(1, "Page inconnue"), z.lte(100_000, "Page inconnue")),
})

export type MessageSearch = z.infer<typeof MessageSearch>

/** A page of what a search finds, newest first. */
export interface MessageTable extends FoundCount {
  messages: Message[]
  /** Over all messages; days are those of Africa/Kinshasa. */
  counts: { total: number; lastWeek: number; today: number }
}
