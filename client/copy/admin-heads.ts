/** Shown while an admin screen loads. Apart from the admin's other copy, since every public page loads this. */
export const adminLoading = {
  needsScript:
    "L’administration a besoin de JavaScript\u00a0: activez-le dans votre navigateur, puis rechargez la page.",
  opening: "Ouverture de l’administration…",
  notOpened: "L’administration n’a pas pu être chargée\u00a0: la connexion s’est interrompue.",
  reload: "Recharger la page",
} as const

/** Titles of the browser's tab and headings of the screens. */
export const adminTitles = {
  dashboard: "Dashboard",
  projects: "Projets",
  newProject: "Ajouter un projet",
  editProject: "Modifier le projet",
  importProjects: "Importer des projets",
  images: "Images",
  messages: "Messages",
  stats: "Statistiques",
  siteManagement: "Gestion du site",
  history: "Historique",
  users: "Utilisateurs",
  audit: "Journal",
  account: "Mon compte",
  tokens: "Jetons d'API",
} as const
