export const portfolioList = {
  /** In tabs and search engines, where no filter is on. */
  title: "Réalisations à Kinshasa et en RDC",
  heading: "Nos réalisations",
  lead: "Nos chantiers, nos exploitations et nos livraisons, projet par projet.",
  found: (count: number) => `${count.toLocaleString("fr-FR")} ${count < 2 ? "projet" : "projets"}`,
  search: { label: "Rechercher une réalisation", button: "Chercher" },
  filters: {
    label: "Filtrer les réalisations",
    open: "Filtrer",
    sector: "Secteur",
    status: "Statut",
    year: "Année",
    clear: "Effacer",
    remove: (choice: string) => `Retirer le filtre\u00a0: ${choice}`,
  },
  empty: {
    none: "Nos premières réalisations seront bientôt en ligne.",
    filtered: "Aucune réalisation ne correspond à ces critères.",
  },
  pages: "Pages de réalisations",
  previous: "Page précédente",
  next: "Page suivante",
  pageOf: (page: number, last: number) => `Page ${page} sur ${last}`,
} as const
