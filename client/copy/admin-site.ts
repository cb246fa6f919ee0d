export const siteManagement = {
  announcements: [
    {
      title: "Paramètres généraux",
      text: "Les inscriptions, les alertes par e-mail et la conservation des messages.",
      icon: "settings",
      link: { to: "/admin/site-management/$page", params: { page: "parametres" } },
      right: "settings.write",
    },
  ],
  session: {
    title: "Session",
    text: "Vous quittez l’administration et revenez à l’accueil du site.",
    logout: "Déconnexion",
  },
} as const
