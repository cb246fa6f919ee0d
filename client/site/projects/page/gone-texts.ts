import type { Sector } from "#server/contract/sectors.ts"

/** Texts of the page that replaces a project that is no longer public. */
export const goneProject = {
  title: "Cette réalisation n’est plus en ligne",
  text: "Elle a été retirée de notre site. Nos autres réalisations sont ici\u00a0:",
  ofSector: (sector: Sector) => `Réalisations\u00a0: ${sector}`,
  contact: "Nous contacter",
} as const
