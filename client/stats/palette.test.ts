import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { ink, paper, rule, sectorColours, statusColours } from "./palette.ts"

const theme = readFileSync(new URL("../theme.css", import.meta.url), "utf8")

function themeColour(name: string) {
  return theme.match(new RegExp(`--color-${name}: (#[0-9a-f]{6});`))?.[1]
}

function hue(slug: string) {
  return theme.match(new RegExp(`\\[data-sector="${slug}"\\] {\\s*--hue: (#[0-9a-f]{6});`))?.[1]
}

test("each sector's slice has the hue of its pages", () => {
  for (const sector of SECTORS) expect(sectorColours[sector], sector).toBe(hue(SECTOR_SLUGS[sector]))
})

test("no two sectors share a colour", () => {
  expect(new Set(Object.values(sectorColours)).size).toBe(SECTORS.length)
})

test("each status's bar has the colour of its badge", () => {
  expect(statusColours).toMatchObject({
    Terminé: themeColour("success"),
    "En cours": themeColour("info"),
    "En attente": themeColour("warning"),
    Annulé: themeColour("error"),
  })
})

test("lines and grounds are the theme's", () => {
  expect([ink, paper, rule]).toEqual(["base-content", "base-100", "base-300"].map(themeColour))
})
