import type { SendMailOptions } from "nodemailer"
import type { MailCompany } from "#server/content/published/mail-company.ts"
import type { InboxMessage } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import { automatic, formatMoment, lines, oneLine, withoutControls } from "#server/jobs/mail-text.ts"
import type { AttachedFile } from "./attachments.ts"
import type { MailThread } from "./mail-threads.ts"

export interface MailParts {
  message: InboxMessage
  /** The text of the answer or addition that the mail is about. */
  text: string | undefined
  /** The files that an answer has. */
  files: readonly AttachedFile[]
  company: MailCompany
  to: string[]
  thread: MailThread
  /** The URL of the page where the recipient finds the request. */
  url: string | undefined
}

/** Tells the company of a request, or of what its sender has added. A reply goes to the sender. */
export function composeNotification({ message, text, company, to, thread, url }: MailParts): SendMailOptions {
  const name = fullName(message)
  const sector = sectorOf(message)
  const about = message.reference ? `à la demande ${message.reference}` : "à une demande"
  const email = oneLine(message.email)
  return {
    ...thread,
    ...automatic,
    from: company.sender,
    to,
    ...(email && { replyTo: { name, address: email } }),
    subject: text === undefined ? `Demande de devis (${sector})\u00a0: ${name}` : `Ajout ${about}\u00a0: ${name}`,
    text: lines(
      text === undefined
        ? "Une demande est arrivée par le formulaire de contact du site."
        : `${name} a ajouté quelque chose ${about}.`,
      "",
      `Prénom\u00a0: ${oneLine(message.firstName)}`,
      `Nom\u00a0: ${oneLine(message.lastName)}`,
      email !== "" && `E-mail\u00a0: ${shownEmail(email)}`,
      message.shownPhone && `Téléphone\u00a0: ${oneLine(message.shownPhone)}`,
      ...facts(message, sector),
      "",
      ...(text === undefined ? [] : ["Ajout\u00a0:", withoutControls(text), ""]),
      "Message\u00a0:",
      withoutControls(message.message),
      "",
      ...(url ? [`Répondre depuis le site\u00a0: ${url}`, ""] : []),
      "-- ",
      email
        ? "En répondant à cet e-mail, vous écrivez directement au visiteur."
        : "Cette personne n’a pas laissé d’adresse e-mail\u00a0: appelez-la ou écrivez-lui sur WhatsApp.",
    ),
  }
}

export function composeReceipt(parts: MailParts): SendMailOptions {
  const { url } = parts
  return composeAutomatic(
    parts,
    "Nous avons bien reçu votre demande et nous vous répondrons bientôt.",
    "",
    ...facts(parts.message, sectorOf(parts.message)),
    "",
    ...(url ? ["Pour voir où en est votre demande, ou y ajouter quelque chose\u00a0:", url, KEEP_LINK, ""] : []),
  )
}

/** Answers whoever has asked for the link. */
export function composeLink(parts: MailParts): SendMailOptions {
  return composeAutomatic(
    parts,
    "Voici de nouveau le lien de votre demande, pour voir où elle en est ou y ajouter quelque chose\u00a0:",
    parts.url ?? "",
    KEEP_LINK,
    "",
    ...facts(parts.message, sectorOf(parts.message)),
    "",
    "Si vous ne l’avez pas demandé, ne faites rien.",
    "",
  )
}

const KEEP_LINK = "Ce lien est personnel\u00a0: ne le transmettez pas."

/** Contains nothing that was typed, since anybody can give somebody else's e-mail address. */
function composeAutomatic({ message, company, thread }: MailParts, ...text: Parameters<typeof lines>): SendMailOptions {
  return {
    ...thread,
    ...automatic,
    ...toSender(message, company),
    subject: subjectOf(message, company.name),
    text: lines("Bonjour,", "", ...text, "-- ", company.signature),
  }
}

export function composeAnswer({ message, text = "", files, company, thread, url }: MailParts): SendMailOptions {
  return {
    ...thread,
    ...toSender(message, company),
    subject: `Re: ${subjectOf(message, company.name)}`,
    attachments: files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    text: lines(
      withoutControls(text),
      "",
      ...(url ? [`Votre demande et nos échanges\u00a0: ${url}`, ""] : []),
      "-- ",
      company.signature,
    ),
  }
}

function toSender(message: InboxMessage, { name, sender, inboxes }: MailCompany) {
  return {
    from: { name: oneLine(name), address: sender },
    // Typed names would be words of a stranger in a mail of the company.
    to: oneLine(message.email),
    replyTo: inboxes,
  }
}

function subjectOf({ reference }: InboxMessage, company: string): string {
  return ["Votre demande", reference, "–", oneLine(company)].filter(Boolean).join(" ")
}

function facts({ reference, createdAt, pictures }: InboxMessage, sector: string) {
  return [
    reference && `Référence\u00a0: ${reference}`,
    `Secteur\u00a0: ${sector}`,
    `Date\u00a0: ${formatMoment(createdAt)}`,
    pictures > 0 && `Photos\u00a0: ${pictures}`,
  ]
}

function fullName({ firstName, lastName }: InboxMessage): string {
  return `${oneLine(firstName)} ${oneLine(lastName)}`
}

export function sectorOf({ sector }: Pick<InboxMessage, "sector">): string {
  return Object.hasOwn(CONTACT_SECTOR_LABELS, sector) ? CONTACT_SECTOR_LABELS[sector] : oneLine(sector)
}
