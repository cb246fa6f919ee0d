import type { Sector } from "#server/contract/sectors.ts"

export const adminSectors: Record<Sector, string> = {
  Construction: "Construction",
  Agriculture: "Agriculture",
  Élevage: "Élevage",
  Transport: "Transport",
  "Ventes de matériaux": "Ventes-matériaux",
  Immobilier: "Immobilier",
}
