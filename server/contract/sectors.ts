import { withoutAccents } from "./without-accents.ts"

export const SECTORS = [
  "Construction",
  "Agriculture",
  "Élevage",
  "Transport",
  "Ventes de matériaux",
  "Immobilier",
] as const

export type Sector = (typeof SECTORS)[number]

/** The path segment of each sector's page. */
export const SECTOR_SLUGS = {
  Construction: "construction",
  Agriculture: "agriculture",
  Élevage: "elevage",
  Transport: "transport",
  "Ventes de matériaux": "ventes-materiaux",
  Immobilier: "immobilier",
} as const satisfies Record<Sector, string>

export type SectorSlug = (typeof SECTOR_SLUGS)[Sector]

/** The values of the contact form's sectors, in the order of its list. */
export const CONTACT_SECTORS = [
  "construction",
  "agriculture",
  "elevage",
  "transport",
  "immobilier",
  "vente-materiaux",
] as const

export type ContactSector = (typeof CONTACT_SECTORS)[number]

export const CONTACT_SECTOR_LABELS: Record<ContactSector, string> = {
  construction: "Construction",
  agriculture: "Agriculture",
  elevage: "Élevage",
  transport: "Transport",
  immobilier: "Immobilier",
  "vente-materiaux": "Vente de matériaux",
}

const bySpelling = new Map<string, Sector>([
  ...SECTORS.map((sector): [string, Sector] => [withoutAccents(sector), sector]),
  ...SECTORS.map((sector): [string, Sector] => [SECTOR_SLUGS[sector], sector]),
  ["vente-materiaux", "Ventes de matériaux"],
  ["vente de materiaux", "Ventes de matériaux"],
])

/** Returns the sectors of which one spelling contains the text. */
export function searchSectors(text: string): Sector[] {
  const found = [...bySpelling].filter(([spelling]) => spelling.includes(withoutAccents(text)))
  return [...new Set(found.map(([, sector]) => sector))]
}

/** Finds a sector by its name, its label in the back office, its slug or the form’s value, in any case and accents. */
export function findSector(spelling: string): Sector | undefined {
  return bySpelling.get(withoutAccents(spelling.trim()))
}

/** Returns the contact form's value of a sector in any spelling. */
export function findContactSector(spelling: string): ContactSector | undefined {
  const sector = findSector(spelling)
  return sector && CONTACT_SECTORS.find((value) => findSector(value) === sector)
}
