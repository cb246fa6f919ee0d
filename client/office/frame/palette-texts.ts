/** Texts of the window that searches the whole office. */
export const palette = {
  title: "Aller à",
  field: "Écran, projet, demande, téléphone ou référence",
  screens: "Écrans",
  actions: "Actions",
  projects: "Projets",
  requests: "Demandes",
  newProject: "Nouveau projet",
  logOut: "Se déconnecter",
  none: "Rien ne correspond.",
  searching: "Recherche…",
  failed: "La recherche a échoué\u00a0: ",
  help: "Flèches pour choisir, Entrée pour ouvrir, Échap pour fermer.",
} as const
