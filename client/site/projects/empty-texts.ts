import type { Sector } from "#server/contract/sectors.ts"

/** The client prescribed these texts with straight apostrophes. */
export const emptyProjects: Record<Sector, string> = {
  Construction: "Aucun projet de construction trouvé.",
  Agriculture: "Aucun projet d'agriculture trouvé.",
  Élevage: "Aucun projet d'élevage trouvé.",
  Transport: "Aucun projet de transport trouvé.",
  "Ventes de matériaux": "Aucun projet trouvé.",
  Immobilier: "Aucun projet immobilier trouvé.",
}
