import type { FoundCount } from "#server/contract/paging.ts"
import { pluralize, pluralizeFound } from "./pluralize.ts"

export const inboxCopy = {
  lead: "Les demandes envoyées par le formulaire de contact, la plus récente d’abord.",
  counters: { total: "Total", lastWeek: "7 derniers jours", today: "Aujourd'hui" },
  search: "Rechercher un message",
  found(count: FoundCount, search: string): string {
    if (count.found === 0) return search ? "Aucun message trouvé" : "Aucun message"
    return search ? pluralizeFound(count, "message trouvé", "messages trouvés") : pluralize(count.found, "message")
  },
  loading: "Chargement des messages…",
  reply: "Répondre",
  replyTo: (email: string) => ` à ${email}`,
  subject: (sector: string) => `Votre demande de devis\u00a0: ${sector}`,
  more: "Lire la suite",
  less: "Réduire",
  delete: "Supprimer",
  deleteFrom: (name: string) => `Supprimer le message de ${name}`,
  question: "Êtes-vous sûr de vouloir supprimer ce message ?",
  detail: (name: string, date: string) => `Message de ${name}, reçu le ${date}. Il sera effacé pour de bon.`,
  done: (name: string) => `Message de ${name} supprimé avec succès`,
  none: {
    title: "Aucun message pour l’instant",
    text: "Les demandes envoyées depuis la page Contact s’afficheront ici.",
  },
  nothingFound: {
    title: "Aucun message ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom, l’e-mail, le message ou le secteur. Essayez un mot plus court.`,
  },
} as const
