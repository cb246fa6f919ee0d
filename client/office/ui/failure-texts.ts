/** The client prescribed these texts with straight apostrophes and plain spaces. */
export const adminErrors = {
  /** Each prefix precedes the error's own text, except `recent`, which stands alone. */
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
    picture: "Erreur lors de la suppression de l’image",
    network: "Erreur de réseau lors de la suppression",
    prefix: "Erreur lors de la suppression : ",
    unknown: "Erreur inconnue",
  },
} as const
