/** Statistics, on their own screen and on the dashboard. */
export const stats = {
  lead: "Les projets, les comptes et les messages en chiffres.",
  print: "Imprimer",
  counters: {
    projects: "Projets",
    sectors: "Secteurs",
    users: "Utilisateurs",
    messages: "Messages",
    success: "Taux de réussite",
  },
  bySector: {
    title: "Projets par secteur",
    chart: "Diagramme circulaire des projets par secteur",
    caption: "Nombre de projets de chaque secteur",
    heads: ["Secteur", "Projets", "Part"],
  },
  byStatus: {
    title: "Projets par statut",
    chart: "Diagramme en barres des projets par statut",
    caption: "Nombre de projets de chaque statut",
    heads: ["Statut", "Projets", "Part"],
  },
  recent: { title: "Projets récents", empty: "Aucun projet pour le moment." },
  empty: "Aucune donnée disponible",
  chartUnavailable: "Le graphique n’a pas pu être chargé\u00a0; ses chiffres sont dans le tableau.",
} as const
