import type { Sector } from "#server/contract/sectors.ts"
import type { Status } from "#server/contract/statuses.ts"

/** The hues of theme.css, for what is drawn outside of CSS: a test holds them equal. */
export const sectorColours: Record<Sector, string> = {
  Construction: "#b4511f",
  Agriculture: "#5c7f1c",
  Élevage: "#7b4a86",
  Transport: "#1f6c9c",
  "Ventes de matériaux": "#f2a33a",
  Immobilier: "#0f7a6c",
}

/** The grounds of the badges (specification §4). */
export const statusColours: Record<Status | "none", string> = {
  "En attente": "#f4c25c",
  "En cours": "#1d5f86",
  Terminé: "#1f6b3f",
  Annulé: "#a3231c",
  none: "#8a8577",
}

export const ink = "#10231f"
export const paper = "#ffffff"
export const rule = "#efe6d5"
