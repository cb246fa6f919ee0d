import type { MessageState } from "#server/contract/message-states.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import type { NO_STATUS, Status } from "#server/contract/statuses.ts"

/** A CSS custom property of theme.css. */
export type ColourProperty = `--${string}`

/** Returns the hue of the sector's pages. */
export function sectorColour(sector: Sector): ColourProperty {
  return `--sector-${SECTOR_SLUGS[sector]}`
}

/** The backgrounds of the status badges, but a paler grey for projects without a status. */
export const statusColours: Record<Status | typeof NO_STATUS, ColourProperty> = {
  "En attente": "--color-warning",
  "En cours": "--color-info",
  Terminé: "--color-success",
  Annulé: "--color-error",
  "Non défini": "--no-status",
}

/** Like the badges of the inbox, but in full colours, which a bar needs. */
export const stateColours: Record<MessageState, ColourProperty> = {
  new: "--color-info",
  open: "--color-warning",
  answered: "--color-success",
  archived: "--no-status",
  spam: "--color-error",
}

/** Returns the computed value of a colour, since ECharts cannot read custom properties. */
export function readColour(property: ColourProperty): string {
  return getComputedStyle(document.documentElement).getPropertyValue(property).trim()
}

/** Returns the colours of texts and lines, of backgrounds, and of grids. */
export function readTheme() {
  return {
    ink: readColour("--color-base-content"),
    paper: readColour("--color-base-100"),
    rule: readColour("--color-base-300"),
  }
}
