/** What several public pages say of projects; what one page alone says stands in portfolio-list.ts and project-page.ts. */
export const portfolio = {
  title: "Réalisations",
  description:
    "Les réalisations du Groupe Lisanga à Kinshasa et en RDC\u00a0: chantiers, exploitations, transports et biens " +
    "immobiliers, avec leurs photos.",
  all: "Toutes nos réalisations",
} as const
