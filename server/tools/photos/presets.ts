import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import list from "#client/photos/originals/list.json" with { type: "json" }

/** A full-height window on the original, in shares of it so that it outlives a replaced original. */
interface Crop {
  left: number
  /** Width over height. */
  ratio: number
}

interface Settings {
  /** Smallest width first. */
  avif: readonly { width: number; quality: number }[]
  /** From 0 to 9. */
  avifEffort: number
  jpeg: { width: number; quality: number }
  crop?: Crop
}

export interface PhotoPreset {
  name: string
  file: string
  alt: string
  settings: Settings
}

// Wide variants meet dense screens, where a lower quality does not show; the narrowest meet old phones on slow lines.
// Effort 3 is within 6 % of effort 6 in weight and seven times as fast.
const STANDARD: Settings = {
  avif: [
    { width: 320, quality: 42 },
    { width: 640, quality: 50 },
    { width: 960, quality: 50 },
    { width: 1600, quality: 43 },
  ],
  avifEffort: 3,
  jpeg: { width: 1200, quality: 68 },
}

/** At the head of its page, as wide as a phone, and never wider than half a screen: dense ones alone ask for 960. */
const SECTOR: Settings = {
  ...STANDARD,
  avif: [
    { width: 320, quality: 42 },
    { width: 400, quality: 44 },
    { width: 640, quality: 50 },
    { width: 960, quality: 38 },
  ],
}

const HERO: Settings = {
  ...STANDARD,
  avif: [
    { width: 480, quality: 50 },
    { width: 736, quality: 44 },
    { width: 1440, quality: 46 },
    { width: 1920, quality: 46 },
  ],
}

const PHONE_HERO: Settings = {
  ...STANDARD,
  avif: [
    { width: 360, quality: 50 },
    { width: 480, quality: 50 },
    { width: 607, quality: 28 },
  ],
  jpeg: { width: 607, quality: 68 },
}

// The part of a wide picture that reads best on a phone held upright: crane, building, lorry, maize.
const crops = [{ name: "hero/home-portrait", file: "hero/home.jpg", left: 0.07, ratio: 9 / 16 }]

/** Every picture of the list and every crop of one, with how its variants are made. */
export function listPresets(): PhotoPreset[] {
  return list.flatMap(({ file, alt }) => {
    const whole = {
      name: file.replace(/\.\w+$/, ""),
      file,
      alt,
      settings: settingsOf(file),
    }
    const cropped = crops
      .filter((crop) => crop.file === file)
      .map(({ name, left, ratio }) => ({
        name,
        file,
        alt,
        settings: { ...PHONE_HERO, crop: { left, ratio } },
      }))
    return [whole, ...cropped]
  })
}

function settingsOf(file: string): Settings {
  if (file.startsWith("hero/")) return HERO
  return file.startsWith("sectors/") ? SECTOR : STANDARD
}

export function readOriginal(recipe: PhotoPreset): Buffer {
  return readFileSync(join(import.meta.dirname, "../../../client/photos/originals", recipe.file))
}

/** `BundledPhoto.path`: another original or another setting is another path. */
export function photoPath(recipe: PhotoPreset, original: Buffer): string {
  const hash = createHash("sha256").update(original).update(JSON.stringify(recipe.settings))
  return `${recipe.name.replaceAll("/", "-")}.${hash.digest("hex").slice(0, 8)}`
}
