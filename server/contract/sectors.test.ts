import { expect, test } from "vitest"
import { normalizeForSearch } from "./normalize-for-search.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS, findSector, SECTOR_SLUGS, SECTORS } from "./sectors.ts"

test.each(SECTORS)("%s is found by its own name, in any case and without accents", (sector) => {
  const plain = sector.normalize("NFD").replace(/\p{M}/gu, "")
  for (const spelling of [
    sector,
    sector.toUpperCase(),
    sector.toLowerCase(),
    plain,
    ` ${sector}\n`,
    sector.normalize("NFD"),
  ]) {
    expect(findSector(spelling)).toBe(sector)
  }
})

test.each(SECTORS)("%s is found by its slug", (sector) => {
  expect(findSector(SECTOR_SLUGS[sector])).toBe(sector)
})

test.each([
  "Ventes-matériaux",
  "VENTES-MATÉRIAUX",
  "ventes-materiaux",
  "vente-materiaux",
  "Vente-Materiaux",
  "Vente de matériaux",
  "Ventes de Matériaux",
])("%s means the sale of materials", (spelling) => {
  expect(findSector(spelling)).toBe("Ventes de matériaux")
})

test.each(CONTACT_SECTORS)("the contact form's value %s and its label mean one sector", (value) => {
  expect(findSector(value)).toBeDefined()
  expect(findSector(CONTACT_SECTOR_LABELS[value])).toBe(findSector(value))
})

test.each(["", " ", "Mines", "construction2", "Construction, Transport", "__proto__"])(
  "%o means no sector",
  (spelling) => {
    expect(findSector(spelling)).toBeUndefined()
  },
)

test("each sector begins with three letters of its own, by which the text index tells it from the others", () => {
  for (const sectors of [SECTORS, CONTACT_SECTORS]) {
    expect(new Set(sectors.map((sector) => normalizeForSearch(sector).slice(0, 3))).size).toBe(sectors.length)
  }
})
