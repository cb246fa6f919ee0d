import type { MessageStatus } from "#server/contract/messages.ts"

const states: Record<MessageStatus["state"], { label: string; text: string }> = {
  received: { label: "Reçue", text: "Nous avons bien reçu votre demande. Nous vous répondrons bientôt." },
  open: {
    label: "En cours",
    text: "Votre demande est entre les mains d’un membre de notre équipe, qui prépare sa réponse.",
  },
  answered: {
    label: "Traitée",
    text: "Nous vous avons répondu\u00a0: ci-dessous, ou bien par e-mail, par WhatsApp ou par téléphone.",
  },
}

export const requestStatus = {
  title: "Votre demande",
  hello: (firstName: string) => `Bonjour ${firstName}, voici où en est votre demande.`,
  reference: "Référence",
  sector: "Secteur",
  date: "Envoyée le",
  pictures: "Photos",
  pictureCount: (count: number) => (count === 1 ? "1\u00a0photo jointe" : `${count}\u00a0photos jointes`),
  states,
  conversation: "Échanges",
  you: "Vous",
  add: {
    title: "Ajouter quelque chose",
    label: "Votre message",
    help: "Une précision, une date, une réponse à notre question\u00a0: nous le lirons avec votre demande.",
    submit: "Envoyer",
    submitting: "Envoi en cours...",
    sent: "C’est enregistré. Nous le lirons avec votre demande.",
    toast: { title: "C’est enregistré", text: "Nous le lirons avec votre demande." },
    /** What was typed waits for the network. */
    queued: "Envoyé plus tard\u00a0: gardé sur cet appareil",
    rejected: "Ce que vous avez écrit n’est pas encore parti. Corrigez\u2011le, puis envoyez\u2011le de nouveau.",
  },
  account: {
    add: "Ajouter à mon compte",
    offer: "Vous êtes connecté\u00a0: ajoutée à votre compte, cette demande sera sur tous vos appareils, dans",
    kept: "Cette demande est dans votre compte, sous",
    list: "Mes demandes",
    remove: "Retirer de mon compte",
    question: "Retirer cette demande de votre compte\u202f?",
    detail:
      "La demande nous reste. Sans un autre lien vers elle, par exemple celui de notre e-mail, vous ne pourrez plus la suivre.",
    confirm: "Retirer",
  },
  whatsapp: "Continuer sur WhatsApp",
  whatsappText: (reference: string) => `Bonjour, je vous écris au sujet de ma demande ${reference}.`,
  expiry: (date: string) =>
    `Cette page est privée\u00a0: ne transmettez pas son adresse. Sans nouvel échange, son lien expire le ${date}.`,
  gone: {
    title: "Cette demande est introuvable",
    find: "Retrouver une demande",
    text: "Ce lien est incomplet, il a expiré ou la demande a été effacée. Écrivez\u2011nous\u00a0: nous la retrouverons, ou nous en commencerons une autre.",
  },
} as const
