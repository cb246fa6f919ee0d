import { pluralize } from "./pluralize.ts"

/** The admin's layout and shared controls; each screen has its own file. */
export const admin = {
  navigation: "Administration",
  openMenu: "Ouvrir le menu",
  closeMenu: "Fermer le menu",
  collapse: "Réduire le menu",
  expand: "Agrandir le menu",
  links: [
    { label: "Dashboard", to: "/admin/dashboard", icon: "dashboard" },
    { label: "Projets", to: "/admin/projects", icon: "building" },
    { label: "Images", to: "/admin/images", icon: "image" },
    { label: "Messages", to: "/admin/messages", icon: "mail" },
    { label: "Statistiques", to: "/admin/stats", icon: "chart" },
    { label: "Gestion du site", to: "/admin/site-management", icon: "settings" },
  ],
  unread: (count: number) => pluralize(count, "non lu", "non lus"),
  account: "Mon compte",
  logout: "Déconnexion",
  site: "Voir le site",
  server: { ok: "Serveur en ligne", failed: "Serveur injoignable", checking: "Serveur\u00a0: vérification…" },
  pages: {
    label: "Pages",
    previous: "Précédente",
    next: "Suivante",
    /** « Page 2 sur 7 », or « Page 2 » where the last one is not known. */
    position: (page: number, last: number | undefined) => `Page ${page}${last ? ` sur ${last}` : ""}`,
  },
} as const
