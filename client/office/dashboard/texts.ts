import { formatNumber } from "#client/office/french/pluralize.ts"

/** Texts of the dashboard; the labels of its figures are in admin-stats.ts. */
export const dashboard = {
  lead: "L’essentiel du site en un coup d’œil.",
  today: {
    title: "À faire aujourd’hui",
    nothing: "Rien ne vous attend\u00a0: tout est à jour.",
    late: (count: number) => `${formatNumber(count)} depuis plus de 24\u00a0h`,
  },
  actions: {
    title: "Actions rapides",
    links: [
      { label: "Ajouter un projet", to: "/admin/project-form", icon: "add", right: "projects.write" },
      { label: "Voir tous les projets", to: "/admin/projects", icon: "building", right: "projects.read" },
      { label: "Gérer le site", to: "/admin/site-management", icon: "settings", right: "content.read" },
      { label: "Statistiques détaillées", to: "/admin/stats", icon: "chart", right: "stats.read" },
      { label: "Lire les messages", to: "/admin/messages", icon: "mail", right: "messages.read" },
    ],
  },
  missing: {
    title: "Il manque à votre site",
    whatsApp: "Le numéro WhatsApp\u00a0: sans lui, aucune page ne propose d’écrire par WhatsApp.",
    hours: "Les heures d’ouverture\u00a0: sans elles, aucune page ne dit si quelqu’un répond en ce moment.",
    complete: "Compléter les coordonnées",
  },
  projects: { title: "Derniers projets" },
  recent: { title: "Projets récents", empty: "Aucun projet pour le moment." },
} as const
