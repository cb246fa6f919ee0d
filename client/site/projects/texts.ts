/** Texts that several public pages share; those of one page are in portfolio-list.ts and project-page.ts. */
export const portfolio = {
  title: "Réalisations",
  description: (name: string) =>
    `${name} à Kinshasa et en RDC\u00a0: nos chantiers, exploitations, transports et biens immobiliers, avec leurs photos.`,
  all: "Toutes nos réalisations",
} as const
