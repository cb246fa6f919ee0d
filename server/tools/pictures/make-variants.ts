import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import sharp, { type Region, type Sharp } from "sharp"
import { type BundledPicture, bundledUrl, listBundledUrls } from "#server/contract/bundled-picture.ts"
import { perceptualHash } from "#server/images/perceptual-hash.ts"
import { listPresets, type PicturePreset, picturePath, readOriginal } from "./presets.ts"
import { printHashes, printPictures } from "./print-pictures.ts"

const PUBLIC = join(import.meta.dirname, "../../../client/public")
const VARIANTS = join(PUBLIC, "photos")

/** Encodes missing files, deletes obsolete ones, and writes the constants that the client imports. */
async function makeVariants(): Promise<void> {
  mkdirSync(VARIANTS, { recursive: true })
  const pictures: Record<string, BundledPicture> = {}
  const hashes: Record<string, string> = {}
  for (const preset of listPresets()) {
    const picture = await makePicture(preset)
    pictures[preset.name] = picture
    hashes[preset.name] = await perceptualHash(await openPicture(preset))
    console.log(`${preset.name}: ${weigh(listBundledUrls(picture))} kB`)
  }
  const urls = Object.values(pictures).flatMap(listBundledUrls)
  deleteAllBut(new Set(urls.map((url) => basename(url))))
  for (const [name, text] of [...printPictures(pictures), ["hashes", printHashes(hashes)] as const]) {
    writeFileSync(join(import.meta.dirname, `../../../server/pictures/bundled/listed/${name}.gen.ts`), text)
  }
  console.log(`${urls.length} files, ${weigh(urls)} kB`)
}

async function makePicture(preset: PicturePreset): Promise<BundledPicture> {
  const { settings, alt } = preset
  const original = readOriginal(preset)
  const region = await findRegion(preset, original)
  // A camera may have stored the picture rotated.
  const picture = sharp(original).autoOrient().extract(region)
  const variants = settings.avif.filter(({ width }) => width <= region.width)
  const bundled = {
    path: picturePath(preset, original),
    width: region.width,
    height: region.height,
    widths: variants.map(({ width }) => width),
    fallback: Math.min(settings.jpeg.width, region.width),
    colour: await averageColour(picture),
    alt,
  }
  for (const { width, quality } of variants) {
    const avif = { quality, effort: settings.avifEffort, chromaSubsampling: "4:2:0" }
    await makeFile(bundledUrl(bundled, width, "avif"), picture.clone().resize(width).avif(avif))
  }
  const jpeg = { quality: settings.jpeg.quality, mozjpeg: true }
  await makeFile(bundledUrl(bundled, bundled.fallback, "jpg"), picture.clone().resize(bundled.fallback).jpeg(jpeg))
  return bundled
}

async function openPicture(preset: PicturePreset): Promise<Sharp> {
  const original = readOriginal(preset)
  return sharp(original)
    .autoOrient()
    .extract(await findRegion(preset, original))
}

async function findRegion({ settings: { crop } }: PicturePreset, original: Buffer): Promise<Region> {
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

async function makeFile(url: string, picture: Sharp): Promise<void> {
  const file = join(PUBLIC, url)
  if (existsSync(file)) return
  // toFile() could leave half a file that looks complete after an interrupted run.
  writeFileSync(file, await picture.toBuffer())
}

function deleteAllBut(wanted: Set<string>): void {
  const obsolete = readdirSync(VARIANTS).filter((file) => !wanted.has(file))
  for (const file of obsolete) rmSync(join(VARIANTS, file))
  if (obsolete.length > 0) console.log(`${obsolete.length} obsolete files deleted`)
}

/** In kilobytes of 1,000 bytes. */
function weigh(urls: string[]): number {
  const bytes = urls.reduce((sum, url) => sum + statSync(join(PUBLIC, url)).size, 0)
  return Math.round(bytes / 1000)
}

await makeVariants()
