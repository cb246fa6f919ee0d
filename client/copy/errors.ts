import type { Sector } from "#server/contract/sectors.ts"

/** With the elision of French where it is due (contract §4). */
const emptyProjects: Record<Sector, string> = {
  Construction: "Aucun projet de construction trouvé.",
  Agriculture: "Aucun projet d'agriculture trouvé.",
  Élevage: "Aucun projet d'élevage trouvé.",
  Transport: "Aucun projet de transport trouvé.",
  "Ventes de matériaux": "Aucun projet trouvé.",
  Immobilier: "Aucun projet immobilier trouvé.",
}

/** Specification §8 and contract §4, letter for letter: straight apostrophes and plain spaces belong here. */
export const errors = {
  projects: {
    loading: "Chargement des projets...",
    server: "Erreur serveur",
    fetch: "Erreur lors de la récupération des projets",
  },
  emptyProjects,
  imageUnavailable: "Image non disponible",
  /** Stands for the browser's own English text when the network fails. */
  network: "connexion impossible",
  throttled: "Trop de tentatives, réessayez plus tard",
  /** The error's own text follows a colon. */
  loading: {
    dashboard: "Erreur lors du chargement des données : ",
    stats: "Erreur lors du chargement des statistiques : ",
    recent: "Erreur lors du chargement",
    projects: "Erreur lors du chargement des projets : ",
    messages: "Erreur lors du chargement des messages : ",
  },
  deletion: {
    project: "Erreur lors de la suppression du projet",
    message: "Erreur lors de la suppression du message",
    network: "Erreur de réseau lors de la suppression",
    prefix: "Erreur lors de la suppression : ",
    unknown: "Erreur inconnue",
  },
  toast: {
    title: "Erreur",
    contact: "Une erreur est survenue lors de l'envoi du message.",
  },
  login: {
    fallback: "Erreur de connexion",
    network: "Erreur réseau",
  },
  registration: {
    fallback: "Erreur d'inscription",
    unexpected: "Erreur réseau ou réponse inattendue du serveur",
    /** The error's own text follows. */
    networkPrefix: "Erreur réseau: ",
  },
} as const
