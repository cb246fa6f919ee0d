import type { Sector } from "#server/contract/sectors.ts"
import type { NO_STATUS, Status } from "#server/contract/statuses.ts"

/** The hues of theme.css, for charts; a test compares them. */
export const sectorColours: Record<Sector, string> = {
  Construction: "#b4511f",
  Agriculture: "#5c7f1c",
  Élevage: "#7b4a86",
  Transport: "#1f6c9c",
  "Ventes de matériaux": "#f2a33a",
  Immobilier: "#0f7a6c",
}

/** The backgrounds of the badges. */
export const statusColours: Record<Status | typeof NO_STATUS, string> = {
  "En attente": "#f4c25c",
  "En cours": "#1d5f86",
  Terminé: "#1f6b3f",
  Annulé: "#a3231c",
  "Non défini": "#8a8577",
}

export const ink = "#10231f"
export const paper = "#ffffff"
export const rule = "#efe6d5"
