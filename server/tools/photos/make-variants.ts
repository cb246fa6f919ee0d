import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import sharp, { type Region, type Sharp } from "sharp"
import { type BundledPhoto, listPhotoUrls, photoUrl } from "#client/photos/photo.ts"
import { listPresets, type PhotoPreset, photoPath, readOriginal } from "./presets.ts"
import { printPhotos } from "./print-photos.ts"

const PUBLIC = join(import.meta.dirname, "../../../client/public")
const VARIANTS = join(PUBLIC, "photos")

/** Makes what is missing, deletes what is obsolete, and writes the constants the site reads. */
async function makeVariants(): Promise<void> {
  mkdirSync(VARIANTS, { recursive: true })
  const photos: Record<string, BundledPhoto> = {}
  for (const recipe of listPresets()) {
    const photo = await makePhoto(recipe)
    photos[recipe.name] = photo
    console.log(`${recipe.name}: ${weigh(listPhotoUrls(photo))} kB`)
  }
  const addresses = Object.values(photos).flatMap(listPhotoUrls)
  deleteAllBut(new Set(addresses.map((address) => basename(address))))
  for (const [name, text] of printPhotos(photos)) {
    writeFileSync(join(import.meta.dirname, `../../../client/photos/listed/${name}.gen.ts`), text)
  }
  console.log(`${addresses.length} files, ${weigh(addresses)} kB`)
}

async function makePhoto(recipe: PhotoPreset): Promise<BundledPhoto> {
  const { settings, alt } = recipe
  const original = readOriginal(recipe)
  const region = await findRegion(recipe, original)
  // A camera may have stored the picture turned.
  const picture = sharp(original).autoOrient().extract(region)
  const variants = settings.avif.filter(({ width }) => width <= region.width)
  const photo = {
    path: photoPath(recipe, original),
    width: region.width,
    height: region.height,
    widths: variants.map(({ width }) => width),
    fallback: Math.min(settings.jpeg.width, region.width),
    colour: await averageColour(picture),
    alt,
  }
  for (const { width, quality } of variants) {
    const avif = { quality, effort: settings.avifEffort, chromaSubsampling: "4:2:0" }
    await makeFile(photoUrl(photo, width, "avif"), picture.clone().resize(width).avif(avif))
  }
  const jpeg = { quality: settings.jpeg.quality, mozjpeg: true }
  await makeFile(photoUrl(photo, photo.fallback, "jpg"), picture.clone().resize(photo.fallback).jpeg(jpeg))
  return photo
}

async function findRegion({ settings: { crop } }: PhotoPreset, original: Buffer): Promise<Region> {
  const { width, height } = (await sharp(original).metadata()).autoOrient
  if (!crop) return { left: 0, top: 0, width, height }
  return {
    left: Math.round(width * crop.left),
    top: 0,
    width: Math.floor(height * crop.ratio),
    height,
  }
}

async function averageColour(picture: Sharp): Promise<string> {
  const pixel = await picture.clone().resize(1, 1, { fit: "fill" }).raw().toBuffer()
  return `#${pixel.toString("hex", 0, 3)}`
}

async function makeFile(address: string, picture: Sharp): Promise<void> {
  const file = join(PUBLIC, address)
  if (existsSync(file)) return
  // By way of memory: an interrupted run must not leave half a file under its final name.
  writeFileSync(file, await picture.toBuffer())
}

function deleteAllBut(wanted: Set<string>): void {
  const obsolete = readdirSync(VARIANTS).filter((file) => !wanted.has(file))
  for (const file of obsolete) rmSync(join(VARIANTS, file))
  if (obsolete.length > 0) console.log(`${obsolete.length} obsolete files deleted`)
}

/** In kilobytes. */
function weigh(addresses: string[]): number {
  const bytes = addresses.reduce((sum, address) => sum + statSync(join(PUBLIC, address)).size, 0)
  return Math.round(bytes / 1000)
}

await makeVariants()
