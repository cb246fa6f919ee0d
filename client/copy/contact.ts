import type { ContactField } from "#server/contract/messages.ts"

const fields: Record<ContactField, { label: string; help?: string }> = {
  firstName: { label: "Prénom" },
  lastName: { label: "Nom" },
  email: { label: "Email", help: "Nous vous répondrons à cette adresse." },
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
  lead:
    "Une maison à bâtir, une récolte à transporter, un bien à louer\u202f? Écrivez-nous, appelez-nous ou passez " +
    "nous voir.",
  form: {
    title: "Demande de Devis",
    lead: "Décrivez votre projet en quelques lignes. Tous les champs sont obligatoires.",
    fields,
    sectorPlaceholder: "Choisissez un secteur",
    submit: "Envoyer la demande",
    submitting: "Envoi en cours...",
    privacy:
      "Vos données servent uniquement à répondre à cette demande. Elles sont conservées sur le serveur de " +
      "l’entreprise et effacées si vous nous le demandez.",
    /** Added when the e-mail service is configured. */
    privacyService: "Elles passent aussi par EmailJS, qui nous les transmet par e-mail.",
    /** Label of the hidden field that only bots fill in. */
    honeypot: "Ne pas remplir",
  },
  details: {
    title: "Nos coordonnées",
    address: "Adresse",
    phone: "Téléphone",
    email: "E-mail",
    hours: "Heures d’ouverture",
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
