import type { Sector } from "#server/contract/sectors.ts"
import { agriculture } from "./agriculture.ts"
import { construction } from "./construction.ts"
import { elevage } from "./elevage.ts"
import { materials } from "./materials.ts"
import { realEstate } from "./real-estate.ts"
import type { SectorCopy } from "./sector-copy.ts"
import { transport } from "./transport.ts"

/** A sector without words does not compile. */
export const sectorCopy: Record<Sector, SectorCopy> = {
  Construction: construction,
  Agriculture: agriculture,
  Élevage: elevage,
  Transport: transport,
  "Ventes de matériaux": materials,
  Immobilier: realEstate,
}
