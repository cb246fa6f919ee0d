export const siteManagement = {
  cards: [
    {
      title: "Gestion des utilisateurs",
      text: "Voir les comptes, en créer et en fermer.",
      icon: "users",
      link: { to: "/admin/users" },
      right: "users.manage",
    },
    {
      title: "Gestion des rôles",
      text: "Décider de ce que chacun peut voir et changer.",
      icon: "shield",
      link: { to: "/admin/users" },
      right: "users.manage",
    },
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
