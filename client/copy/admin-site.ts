export const siteManagement = {
  coming: "à venir",
  announcements: [
    {
      title: "Gestion des utilisateurs",
      text: "Voir les comptes, en créer et en fermer.",
      icon: "users",
    },
    { title: "Gestion des rôles", text: "Décider qui administre le site.", icon: "shield" },
    {
      title: "Paramètres généraux",
      text: "Les inscriptions, les alertes par e-mail et la conservation des messages.",
      icon: "settings",
      page: "parametres",
    },
  ],
  session: {
    title: "Session",
    text: "Vous quittez l’administration et revenez à l’accueil du site.",
    logout: "Déconnexion",
  },
} as const
