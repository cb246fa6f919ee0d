import type { Status } from "./statuses.ts"

/** The values of `?statut=`. */
export const STATUS_SLUGS = {
  "En attente": "en-attente",
  "En cours": "en-cours",
  Terminé: "termine",
  Annulé: "annule",
} as const satisfies Record<Status, string>
