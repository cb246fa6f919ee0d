import type { Sector } from "#server/contract/sectors.ts"

const emptyProjects: Record<Sector, string> = {
  Construction: "Aucun projet de construction trouvé.",
  Agriculture: "Aucun projet d'agriculture trouvé.",
  Élevage: "Aucun projet d'élevage trouvé.",
  Transport: "Aucun projet de transport trouvé.",
  "Ventes de matériaux": "Aucun projet trouvé.",
  Immobilier: "Aucun projet immobilier trouvé.",
}

/** The client prescribed these texts with straight apostrophes and plain spaces. */
export const errors = {
  projects: {
    loading: "Chargement des projets...",
    server: "Erreur serveur",
    fetch: "Erreur lors de la récupération des projets",
  },
  emptyProjects,
  imageUnavailable: "Image non disponible",
  noPictureLoaded: (title: string) => `Aucune image du projet « ${title} » n’a pu être chargée.`,
  /** It replaces the browser's English text for network failures. */
  network: "connexion impossible",
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
    networkPrefix: "Erreur réseau: ",
  },
} as const
