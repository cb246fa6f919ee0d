import type { SendMailOptions } from "nodemailer"
import type { MailCompany } from "#server/content/published/mail-company.ts"
import type { AccountMailKind } from "#server/contract/account-links.ts"
import { ROLE_LABELS, type Role } from "#server/contract/domains/roles.ts"
import { hasRight } from "#server/contract/rights.ts"
import { formatMoment, lines, oneLine, toAccount } from "#server/jobs/mail-text.ts"

export interface AccountMailParts {
  recipient: string
  company: MailCompany
  /** It is undefined for a mail without a link. */
  link?: { url: string; expiresAt: string } | undefined
  /** When, by which device and from where a notice's event came. */
  detail?: string | null
  /** The role that an invitation gives. */
  role?: Role | null
  /** The name of the inviting person, or undefined for the program. */
  inviter?: string | undefined
  /** Whether an account with the invited address, which nobody has confirmed, gives way to the new one. */
  isReplacing?: boolean
}

interface AccountMailText {
  subject: string
  /** The text above the link. */
  opening: string
  /** The text below the link. */
  closing: string
}

const texts: Record<AccountMailKind, (parts: AccountMailParts) => AccountMailText> = {
  invitation: ({ company, inviter, role, isReplacing }) => ({
    subject: `Invitation à rejoindre ${placeOf(role, company)}`,
    opening: `${inviter ? `${oneLine(inviter)} vous invite` : "Vous êtes invité"} à rejoindre ${placeOf(role, company)}${role ? ` comme ${ROLE_LABELS[role].toLowerCase()}` : ""}. Choisissez votre nom et votre mot de passe ici\u00a0:`,
    closing: lines(
      Boolean(isReplacing) &&
        "Quelqu’un a déjà ouvert un compte avec cette adresse, sans la confirmer\u00a0: votre nouveau compte le remplacera, et il sera effacé.",
      "Si vous n’attendiez pas cette invitation, ne faites rien\u00a0: aucun compte n’est créé.",
    ),
  }),
  reset: ({ company }) => ({
    subject: `Nouveau mot de passe\u00a0: ${oneLine(company.name)}`,
    opening: `Un nouveau mot de passe a été demandé pour votre compte sur le site de ${oneLine(company.name)}. Choisissez-le ici\u00a0:`,
    closing: "Si vous n’avez rien demandé, ne faites rien\u00a0: votre mot de passe reste le même.",
  }),
  email: ({ company }) => ({
    subject: `Confirmez votre adresse e-mail\u00a0: ${oneLine(company.name)}`,
    opening: `Un compte du site de ${oneLine(company.name)} demande à utiliser cette adresse e-mail. Si c’est le vôtre, confirmez-la ici\u00a0:`,
    closing: "Si vous n’avez rien demandé, ne faites rien\u00a0: l’adresse du compte reste la même.",
  }),
  factor: ({ company }) => ({
    subject: `Protégez votre compte\u00a0: ${oneLine(company.name)}`,
    opening: `Votre compte sur le site de ${oneLine(company.name)} a besoin d’une clé d’accès ou d’un code à usage unique. Ouvrez ce lien dans le navigateur où vous venez de vous connecter, puis ajoutez l’un ou l’autre\u00a0:`,
    closing:
      "Si vous ne venez pas de vous connecter, quelqu’un connaît votre mot de passe\u00a0: n’ouvrez pas ce lien, et choisissez un autre mot de passe.",
  }),
  "email-changed": ({ company }) => ({
    subject: `Votre adresse e-mail a été changée\u00a0: ${oneLine(company.name)}`,
    opening: `L’adresse e-mail de votre compte sur le site de ${oneLine(company.name)} a été changée. Celle-ci ne permet plus de se connecter.`,
    closing: "Si vous n’êtes pas à l’origine de ce changement, répondez tout de suite à cet e-mail.",
  }),
  "new-device": notice(
    "Connexion depuis un nouvel appareil",
    "Quelqu’un vient de se connecter à votre compte avec le bon mot de passe ou une clé d’accès, depuis un navigateur qui ne s’y était jamais connecté\u00a0:",
  ),
  "password-changed": notice(
    "Votre mot de passe a été changé",
    "Le mot de passe de votre compte vient d’être changé\u00a0:",
  ),
  "factors-changed": notice(
    "Vos clés d’accès ou vos codes ont changé",
    "Ce qui protège votre compte, en plus du mot de passe, vient d’être changé\u00a0:",
  ),
  "token-created": notice(
    "Nouveau jeton d’API",
    "Un jeton d’API vient d’être créé avec les droits de votre compte\u00a0:",
  ),
}

/** What the notice of changed factors says. No names of passkeys, which whoever adds one chooses. */
export const factorChanges = {
  "add passkey": "Clé d’accès ajoutée",
  "remove passkey": "Clé d’accès retirée",
  "turn on codes": "Code à usage unique activé",
  "turn off codes": "Code à usage unique désactivé",
  "renew recovery codes": "Nouveaux codes de secours",
  "reset factors": "Clés d’accès et codes retirés par un administrateur",
} as const

function notice(subject: string, opening: string) {
  return ({ company, detail }: AccountMailParts): AccountMailText => ({
    subject: `${subject}\u00a0: ${oneLine(company.name)}`,
    opening: lines(opening, detail ?? null),
    closing:
      "Si ce n’était pas vous, choisissez tout de suite un autre mot de passe par «\u00a0Mot de passe oublié\u00a0», puis répondez à cet e-mail.",
  })
}

/** Returns « le back-office du Groupe Lisanga », or the site for a role that does not enter it. */
function placeOf(role: Role | null | undefined, { name }: MailCompany): string {
  const place = role && hasRight(role, "office.open") ? "le back-office" : "le site"
  return `${place} ${ofCompany(oneLine(name))}`
}

/** A company whose name begins with « Groupe » has an article. */
function ofCompany(name: string): string {
  if (/^groupe\b/i.test(name)) return `du ${name}`
  return /^[aeiouyhàâéèêëîïôûœ]/i.test(name) ? `d’${name}` : `de ${name}`
}

export function composeAccountMail(kind: AccountMailKind, parts: AccountMailParts): SendMailOptions {
  const { recipient, company, link } = parts
  const { subject, opening, closing } = texts[kind](parts)
  return {
    ...toAccount(company, recipient),
    subject,
    text: lines(
      "Bonjour,",
      "",
      opening,
      ...(link
        ? [
            link.url,
            "",
            `Ce lien est personnel\u00a0: ne le transmettez pas. Il sert une seule fois, jusqu’au ${formatMoment(link.expiresAt)}.`,
          ]
        : []),
      "",
      closing,
      "",
      "-- ",
      company.signature,
    ),
  }
}
