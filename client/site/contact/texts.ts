import { heads } from "#client/site/frame/head-texts.ts"
import { PICTURES_MAX } from "#server/contract/message-pictures.ts"
import type { ContactField } from "#server/contract/messages.ts"

const fields: Record<ContactField, { label: string; help?: string }> = {
  firstName: { label: "Prénom" },
  lastName: { label: "Nom" },
  email: { label: "Email", help: "Nous vous répondrons à cette adresse. Facultatif si vous indiquez un téléphone." },
  phone: {
    label: "Téléphone (WhatsApp)",
    help: "Facultatif si vous indiquez un e-mail.",
  },
  sector: { label: "Secteur", help: "Celui qui se rapproche le plus de votre demande." },
  message: {
    label: "Message",
    help: "Le lieu, les surfaces ou les quantités, vos dates\u00a0: 10\u00a0caractères au moins.",
  },
}

const sent = { title: heads.contactSent.title, text: heads.contactSent.description }

export const contact = {
  form: {
    fields,
    phonePlaceholder: "Par exemple 0812\u00a0345\u00a0678",
    sectorPlaceholder: "Choisissez un secteur",
    submit: "Envoyer la demande",
    submitting: "Envoi en cours...",
    pictures: {
      label: "Photos",
      help: `Facultatif\u00a0: ${PICTURES_MAX} photos au plus, que seule notre équipe verra.`,
      pick: "Ajouter des photos",
      attached: (count: number) =>
        count > 1 ? `${count}\u00a0photos sont déjà jointes.` : "Une photo est déjà jointe.",
    },
    /** It is added if the e-mail service is configured. */
    privacyService: "Elles passent aussi par EmailJS, qui nous les transmet par e-mail.",
    retention: (months: number) =>
      months === 0
        ? "Nous gardons votre demande jusqu’à ce que vous nous demandiez de l’effacer."
        : `Nous gardons votre demande ${months}\u00a0mois après le dernier échange, puis nous l’effaçons avec ses photos.`,
    erasure: {
      before: "Pour la faire effacer, écrivez-nous avec sa référence\u00a0:",
      subject: "Effacer ma demande",
      after: ".",
    },
    /** Begins a message about a project like the given one. */
    similar: (project: string) =>
      `Bonjour, je souhaite un devis pour un projet semblable à «\u00a0${project}\u00a0».\n\n`,
    /** Label of the hidden field that only bots fill in. */
    honeypot: "Ne pas remplir",
  },
  details: {
    address: "Adresse",
    phone: "Téléphone",
    whatsapp: "WhatsApp",
    email: "E-mail",
    hours: "Heures d’ouverture",
    exceptions: "Jours exceptionnels",
    sent: "Déjà une demande\u202f? Mes demandes",
    call: "Appeler",
    mail: "Email",
  },
  toasts: { sent, failed: "Erreur" },
  /** Texts of the pages that answer a form sent without JavaScript. */
  answers: {
    invalid: {
      title: "À corriger",
      text: "Votre demande n’est pas encore partie. Corrigez les champs signalés, puis envoyez\u2011la de nouveau.",
    },
  },
} as const
