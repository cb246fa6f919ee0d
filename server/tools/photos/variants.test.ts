import { existsSync, readdirSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test } from "vitest"
import { photos } from "#client/photos/listed/all.gen.ts"
import { type BundledPhoto, listPhotoUrls, photoUrl } from "#client/photos/photo.ts"
import { listPresets, photoPath, readOriginal } from "./presets.ts"

const PUBLIC = join(import.meta.dirname, "../../../client/public")
const bundled: Record<string, BundledPhoto> = photos
const addresses = Object.values(bundled).flatMap(listPhotoUrls)

function weigh(address: string): number {
  return statSync(join(PUBLIC, address)).size
}

// Where one of the first four fails, `npm run photos` mends it.

test("every listed picture has its variants, and no other picture has", () => {
  expect(Object.keys(bundled)).toEqual(listPresets().map(({ name }) => name))
  expect(addresses.filter((address) => !existsSync(join(PUBLIC, address)))).toEqual([])
})

test("no variant is older than its original or its settings", () => {
  const stale = listPresets().filter((recipe) => bundled[recipe.name]?.path !== photoPath(recipe, readOriginal(recipe)))
  expect(stale.map(({ name }) => name)).toEqual([])
})

test("no file stands among the variants that no picture uses", () => {
  const used = new Set(addresses.map((address) => basename(address)))
  expect(readdirSync(join(PUBLIC, "photos")).filter((file) => !used.has(file))).toEqual([])
})

test("the site knows the alternative texts of the list", () => {
  for (const { name, alt } of listPresets()) expect(bundled[name]?.alt, name).toBe(alt)
})

test("every listed picture has an alternative text", () => {
  expect(listPresets().filter(({ alt }) => alt.trim() === "")).toEqual([])
})

test("every original is listed", () => {
  const originals = readdirSync(join(import.meta.dirname, "../../../client/photos/originals"), { recursive: true })
  const pictures = originals.map(String).filter((file) => /\.(jpe?g|png|webp|avif)$/i.test(file))
  const listed = new Set(listPresets().map(({ file }) => file))
  expect(pictures.filter((file) => !listed.has(file.replaceAll("\\", "/")))).toEqual([])
})

test("a sector card's picture weighs at most 12 kB on a phone", () => {
  const cards = Object.entries(bundled).filter(([name]) => name.startsWith("sectors/"))
  expect(cards).toHaveLength(6)
  for (const [name, card] of cards) {
    expect(weigh(photoUrl(card, 320, "avif")), name).toBeLessThanOrEqual(12_000)
  }
})

test("the hero's portrait crop weighs at most 25 kB on a phone", () => {
  expect(weigh(photoUrl(photos["hero/home-portrait"], 360, "avif"))).toBeLessThanOrEqual(25_000)
})

test("all variants together weigh at most 16 MB", () => {
  const bytes = addresses.reduce((sum, address) => sum + weigh(address), 0)
  expect(bytes).toBeLessThanOrEqual(16_000_000)
})
