/** Texts of the statistics on their own screen and on the dashboard. */
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
  requests: {
    title: "Demandes de devis",
    period: { from: "Du", until: "Au", apply: "Afficher", presets: "Périodes" },
    presets: { month: "30\u00a0jours", quarter: "3\u00a0mois", year: "12\u00a0mois" },
    invalidPeriod: "Choisissez deux dates, la première avant la seconde, dix ans au plus.",
    csv: "Télécharger en CSV",
    counters: {
      total: "Demandes reçues",
      median: "Délai de réponse habituel",
      slow: "9\u00a0réponses sur\u00a010 en moins de",
      withinDay: "Réponses dans les 24\u00a0heures",
    },
    unanswered: "–",
    bySector: { title: "Par secteur", caption: "Demandes de chaque secteur", heads: ["Secteur", "Demandes", "Part"] },
    byState: { title: "Par état", caption: "Demandes de chaque état", heads: ["État", "Demandes", "Part"] },
    byOutcome: {
      title: "Par issue",
      caption: "Demandes de chaque issue, et leurs montants",
      heads: ["Issue", "Demandes", "Montants"],
    },
    byWeek: {
      title: "Par semaine",
      chart: "Diagramme en barres des demandes par semaine",
      caption: "Demandes de chaque semaine",
      heads: ["Semaine du", "Demandes"],
      show: "Chiffres par semaine",
    },
  },
  empty: "Aucune donnée disponible",
  chartUnavailable: "Le graphique n’a pas pu être chargé\u202f; ses chiffres sont dans le tableau.",
} as const
