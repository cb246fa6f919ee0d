import { existsSync, readdirSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test } from "vitest"
import { type BundledPicture, bundledUrl, listBundledUrls } from "#server/contract/bundled-picture.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { listPresets, picturePath, readOriginal } from "./presets.ts"

const PUBLIC = join(import.meta.dirname, "../../../client/public")
const bundled: Record<string, BundledPicture> = listedPictures
const urls = Object.values(bundled).flatMap(listBundledUrls)

function weigh(url: string): number {
  return statSync(join(PUBLIC, url)).size
}

// If one of the first four tests fails, run `npm run pictures`.

test("every listed picture has its variants, and no other picture has", () => {
  expect(Object.keys(bundled)).toEqual(listPresets().map(({ name }) => name))
  expect(urls.filter((url) => !existsSync(join(PUBLIC, url)))).toEqual([])
})

test("no variant is older than its original or its settings", () => {
  const stale = listPresets().filter(
    (preset) => bundled[preset.name]?.path !== picturePath(preset, readOriginal(preset)),
  )
  expect(stale.map(({ name }) => name)).toEqual([])
})

test("every file among the variants is used by a picture", () => {
  const used = new Set(urls.map((url) => basename(url)))
  expect(readdirSync(join(PUBLIC, "photos")).filter((file) => !used.has(file))).toEqual([])
})

test("the generated alternative texts are those of the list", () => {
  for (const { name, alt } of listPresets()) expect(bundled[name]?.alt, name).toBe(alt)
})

test("every listed picture has an alternative text", () => {
  expect(listPresets().filter(({ alt }) => alt.trim() === "")).toEqual([])
})

test("every original is listed", () => {
  const originals = readdirSync(join(import.meta.dirname, "../../../server/pictures/bundled/originals"), {
    recursive: true,
  })
  const pictures = originals.map(String).filter((file) => /\.(jpe?g|png|webp|avif)$/i.test(file))
  const listed = new Set(listPresets().map(({ file }) => file))
  expect(pictures.filter((file) => !listed.has(file.replaceAll("\\", "/")))).toEqual([])
})

test("a sector card's picture weighs at most 12 kB on a phone", () => {
  const cards = Object.entries(bundled).filter(([name]) => name.startsWith("sectors/"))
  expect(cards).toHaveLength(6)
  for (const [name, card] of cards) {
    expect(weigh(bundledUrl(card, 320, "avif")), name).toBeLessThanOrEqual(12_000)
  }
})

test("the hero's portrait crop weighs at most 25 kB on a phone", () => {
  expect(weigh(bundledUrl(listedPictures["hero/home-portrait"], 360, "avif"))).toBeLessThanOrEqual(25_000)
})

test("all variants together weigh at most 16 MB", () => {
  const bytes = urls.reduce((sum, url) => sum + weigh(url), 0)
  expect(bytes).toBeLessThanOrEqual(16_000_000)
})
