/** The dashboard; the labels of its figures are those of the statistics. */
export const dashboard = {
  lead: "L’essentiel du site en un coup d’œil.",
  actions: {
    title: "Actions rapides",
    links: [
      { label: "Ajouter un projet", to: "/admin/project-form", icon: "add" },
      { label: "Voir tous les projets", to: "/admin/projects", icon: "building" },
      { label: "Gérer le site", to: "/admin/site-management", icon: "settings" },
      { label: "Statistiques détaillées", to: "/admin/stats", icon: "chart" },
    ],
  },
  projects: { title: "Premiers projets" },
} as const
