import * as z from "zod/mini"
import { FollowUp, MessageOutcome } from "#server/contract/follow-up.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import { ContactReceipt, Message, MessageAddition, MessageEntry } from "#server/contract/messages.ts"
import { described, MOMENT_TEXT, NUMBER_TEXT, said } from "#server/http/described.ts"
import { Done, named } from "#server/http/rest-parts.ts"
import { ContactRequest } from "./contact-request.ts"
import { LinkRequest } from "./resend-link.ts"

const MESSAGE_TEXT = "Le texte de la demande"
const PHONE_TEXT = "Le téléphone\u00a0: «\u00a0+\u00a0» et 8 à 15 chiffres"
const REFERENCE_TEXT = "La référence, comme LIS-7K3M-26"

const PHOTOS_TEXT = "Les noms de photos envoyées par /api/contact/photos"

const nameTexts = { firstName: "Le prénom", lastName: "Le nom" }

export const MessageOnWire = named(
  "Message",
  described(Message, {
    id: NUMBER_TEXT,
    ...nameTexts,
    email: "L’e-mail",
    sector: "Le secteur",
    message: MESSAGE_TEXT,
    reference: REFERENCE_TEXT,
    phone: PHONE_TEXT,
    state: "L’état",
    createdAt: MOMENT_TEXT,
  }),
)

export const ContactRequestOnWire = named(
  "ContactRequest",
  described(ContactRequest, {
    ...nameTexts,
    email: "L’e-mail, ou un texte vide à côté d’un téléphone",
    phone: PHONE_TEXT,
    sector: "Le secteur, dans n’importe laquelle de ses orthographes",
    message: MESSAGE_TEXT,
    photos: PHOTOS_TEXT,
    requestId: "Un UUID de votre choix\u00a0: la même demande envoyée de nouveau n’est enregistrée qu’une fois",
    [HONEYPOT]: "À laisser vide\u00a0: un piège pour les robots",
    mergeRepeats: "Si true, la même demande dans les dix minutes ne compte qu’une fois",
    filledInMs: "Le temps mis à remplir le formulaire, en millisecondes",
  }),
)

export const ContactSent = named(
  "ContactSent",
  described(z.extend(Done, ContactReceipt.shape), {
    id: NUMBER_TEXT,
    reference: REFERENCE_TEXT,
    statusUrl: "L’adresse à laquelle la personne suit sa demande",
  }),
)

export const AdditionOnWire = named(
  "Addition",
  described(MessageAddition, {
    token: "La fin de l’adresse de la page de suivi",
    text: "Le texte",
    photos: PHOTOS_TEXT,
    idempotencyKey: "Un UUID de votre choix\u00a0: le même ajout envoyé de nouveau n’est enregistré qu’une fois",
  }),
)

export const LinkRequestOnWire = named(
  "LinkRequest",
  described(LinkRequest, {
    reference: REFERENCE_TEXT,
    contact: "L’e-mail ou le téléphone que la demande indique",
  }),
)

export const attachmentTexts = {
  id: NUMBER_TEXT,
  name: "Le nom du fichier",
  type: "Le type (MIME)",
  bytes: "La taille en octets",
}

const Entry = described(MessageEntry, {
  id: NUMBER_TEXT,
  at: MOMENT_TEXT,
  by: "Le nom du compte",
  kind: "La sorte",
  text: "Le texte",
  before: "La valeur d’avant",
  after: "La valeur d’après",
  mail: "L’e-mail de la réponse",
  "mail.id": NUMBER_TEXT,
  "mail.state": "Où en est l’e-mail\u202f; un échec est retenté, jusqu’à «\u00a0given up\u00a0»",
  "mail.failure": "Pourquoi l’e-mail n’est pas parti",
  "mail.nextAt": "Quand l’envoi est tenté de nouveau\u202f; null s’il ne l’est plus",
  "mail.sentAt": "Quand l’e-mail est parti",
  quoted: "Ce que cite l’e-mail du demandeur, ou le texte vide\u202f; rien pour ce qui n’est pas venu par e-mail",
  attachments: "Les pièces jointes",
  "attachments.id": NUMBER_TEXT,
  "attachments.name": attachmentTexts.name,
  "attachments.type": attachmentTexts.type,
  "attachments.bytes": attachmentTexts.bytes,
})

const at = said(MOMENT_TEXT, z.string())

const optionalText = z.nullable(z.string())

const Audited = z.object({ at, action: said("L’action", z.string()), details: said("Le détail (JSON)", z.string()) })

const Picture = z.object({
  name: said("Le nom", z.string()),
  encoding: said("Comment le contenu est écrit", z.literal("base64")),
  content: said("Le contenu", optionalText),
})

const Verdict = z.object({
  sender: said("L’e-mail ou le téléphone de l’expéditeur", z.string()),
  verdict: said("Le jugement", z.enum(["trusted", "spam"])),
  at,
})

const Request = z.extend(MessageOnWire, {
  changedAt: said("Quand elle a changé pour la dernière fois", optionalText),
  readAt: said("Quand elle a été lue", optionalText),
  answeredAt: said("Quand elle a reçu une réponse", optionalText),
  deletedAt: said("Quand elle a été mise à la corbeille", optionalText),
  suspicions: said("Pourquoi elle a paru indésirable (JSON)", optionalText),
  followUp: said(
    "La relance prévue",
    z.nullable(described(FollowUp, { on: "Le jour où l’entreprise veut relancer la personne", note: "La note" })),
  ),
  outcome: said(
    "L’issue de la demande",
    z.nullable(
      described(MessageOutcome, {
        result: "Ce qu’elle est devenue",
        amount: "Le montant, en dollars américains",
        reason: "Le motif",
      }),
    ),
  ),
  entries: said("Le suivi", z.array(Entry)),
  audit: said("Ce que le journal en dit", z.array(Audited)),
  photos: said("Les photos", z.array(Picture)),
})

export const PersonExport = named(
  "PersonExport",
  z.object({
    exportedAt: said("Quand l’export a été fait", z.string()),
    notice: said("Ce que les sauvegardes gardent encore", z.string()),
    email: MessageOnWire.shape.email,
    phone: MessageOnWire.shape.phone,
    verdicts: said("Si l’expéditeur a été jugé fiable ou indésirable", z.array(Verdict)),
    requests: said("Les demandes", z.array(Request)),
  }),
)
