import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import list from "#server/pictures/bundled/originals/list.json" with { type: "json" }

/** A part of the original at its full height. */
interface Crop {
  /** It is a share of the width. */
  left: number
  /** The width divided by the height. */
  ratio: number
}

interface Settings {
  /** The smallest width comes first. */
  avif: readonly { width: number; quality: number }[]
  /** A number from 0 to 9. */
  avifEffort: number
  jpeg: { width: number; quality: number }
  crop?: Crop
}

export interface PicturePreset {
  name: string
  file: string
  alt: string
  settings: Settings
}

// Dense screens hide the lower quality of wide variants; the narrowest ones are for old phones on slow lines. Effort 3
// is seven times as fast as effort 6, and makes files at most 6 % larger.
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

/** Such a picture fills the width of a phone or half of other screens, so only dense phones load 960 pixels. */
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

// The crop shows crane, building, lorry and maize, which work best on a portrait screen.
const crops = [{ name: "hero/home-portrait", file: "hero/home.jpg", left: 0.07, ratio: 9 / 16 }]

export function listPresets(): PicturePreset[] {
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

export function readOriginal(preset: PicturePreset): Buffer {
  return readFileSync(join(import.meta.dirname, "../../../server/pictures/bundled/originals", preset.file))
}

/** Returns `BundledPicture.path`, which changes with the original and with the settings. */
export function picturePath(preset: PicturePreset, original: Buffer): string {
  const hash = createHash("sha256").update(original).update(JSON.stringify(preset.settings))
  return `${preset.name.replaceAll("/", "-")}.${hash.digest("hex").slice(0, 8)}`
}
