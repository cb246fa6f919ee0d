import type { Sector } from "#server/contract/sectors.ts"

/** Sectors as the back-office names them (specification §3). */
export const adminSectors: Record<Sector, string> = {
  Construction: "Construction",
  Agriculture: "Agriculture",
  Élevage: "Élevage",
  Transport: "Transport",
  "Ventes de matériaux": "Ventes-matériaux",
  Immobilier: "Immobilier",
}
