/** Texts shown while an admin screen loads, apart from other admin texts since every public page loads them. */
export const adminLoading = {
  needsScript:
    "L’administration a besoin de JavaScript\u00a0: activez-le dans votre navigateur, puis rechargez la page.",
  tooOld:
    "Ce navigateur est trop ancien pour l’administration\u00a0: elle a besoin de Chrome\u00a0109, Firefox\u00a0115, Safari\u00a016 ou plus récent.",
  opening: "Ouverture de l’administration…",
  notOpened: "L’administration n’a pas pu être chargée\u00a0: la connexion s’est interrompue.",
  reload: "Recharger la page",
} as const

/** Tab titles and headings of the screens. */
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
