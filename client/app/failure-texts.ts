/** The client prescribed these texts with straight apostrophes and plain spaces. */
export const errors = {
  projects: {
    loading: "Chargement des projets...",
    server: "Erreur serveur",
    fetch: "Erreur lors de la récupération des projets",
  },
  imageUnavailable: "Image non disponible",
  noPictureLoaded: (title: string) => `Aucune image du projet «\u00a0${title}\u00a0» n’a pu être chargée.`,
  /** It replaces the browser's English text for network failures. */
  network: "connexion impossible",
  logout: "La déconnexion a échoué. Vérifiez la connexion, puis réessayez.",
  unsentAnswer:
    "Une réponse ou une note n’est pas envoyée\u00a0: la déconnexion l’effacera de cet appareil. Continuer\u202f?",
} as const
