import type { Sector } from "#server/contract/sectors.ts"

/** The names of sectors in the admin. */
export const adminSectors: Record<Sector, string> = {
  Construction: "Construction",
  Agriculture: "Agriculture",
  Élevage: "Élevage",
  Transport: "Transport",
  "Ventes de matériaux": "Ventes-matériaux",
  Immobilier: "Immobilier",
}
