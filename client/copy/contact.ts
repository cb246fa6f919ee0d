import type { ContactField } from "#server/contract/messages.ts"

const fields: Record<ContactField, { label: string; help?: string }> = {
  firstName: { label: "Prénom" },
  lastName: { label: "Nom" },
  email: { label: "Email", help: "Nous vous répondrons à cette adresse." },
  phone: { label: "Téléphone (WhatsApp)", help: "Facultatif, avec l’indicatif\u00a0: +243\u00a0…" },
  sector: { label: "Secteur", help: "Celui qui se rapproche le plus de votre demande." },
  message: {
    label: "Message",
    help: "Le lieu, les surfaces ou les quantités, vos dates\u00a0: 10\u00a0caractères au moins.",
  },
}

const sent = {
  title: "Message envoyé",
  text: "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
}

export const contact = {
  form: {
    fields,
    sectorPlaceholder: "Choisissez un secteur",
    submit: "Envoyer la demande",
    submitting: "Envoi en cours...",
    /** Added when the e-mail service is configured. */
    privacyService: "Elles passent aussi par EmailJS, qui nous les transmet par e-mail.",
    /** How the message about such a project begins. */
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
    days: {
      monday: "Lundi",
      tuesday: "Mardi",
      wednesday: "Mercredi",
      thursday: "Jeudi",
      friday: "Vendredi",
      saturday: "Samedi",
      sunday: "Dimanche",
    },
    call: "Appeler",
    mail: "Email",
  },
  toasts: { sent },
  /** Shown by the server when the form is sent without JavaScript. */
  answers: {
    sent: { ...sent, home: "Retour à l’accueil", again: "Envoyer une autre demande" },
    invalid: {
      title: "À corriger",
      text: "Votre demande n’est pas encore partie. Corrigez les champs signalés, puis envoyez-la de nouveau.",
    },
  },
} as const
