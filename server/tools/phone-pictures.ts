import { join } from "node:path"
import sharp, { type Sharp } from "sharp"

const originals = join(import.meta.dirname, "../../server/pictures/bundled/originals")

const MEGAPIXELS_12 = { width: 4000, height: 3000 }
const MEGAPIXELS_48 = { width: 8000, height: 6000 }

interface PhonePicture {
  title: string
  name: string
  make: () => Promise<Buffer>
}

/** Pictures as phones and editors make them: with GPS data, rotated, in unusual colour spaces and formats. */
export const phonePictures: readonly PhonePicture[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    file(`JPEG, 12 MP, orientation ${orientation}, GPS`, `orientation-${orientation}.jpg`, async () =>
      withGps(await scene(MEGAPIXELS_12), orientation).jpeg({ quality: 88 }),
    ),
  ),
  file("JPEG, 48 MP, orientation 1, GPS", "48-mp.jpg", async () =>
    withGps(await scene(MEGAPIXELS_48), 1).jpeg({ quality: 80 }),
  ),
  file("JPEG, 48 MP, orientation 6, GPS", "48-mp-turned.jpg", async () =>
    withGps(await scene(MEGAPIXELS_48), 6).jpeg({ quality: 80 }),
  ),
  file("JPEG progressif, 12 MP", "progressive.jpg", async () =>
    withGps(await scene(MEGAPIXELS_12), 1).jpeg({ quality: 88, progressive: true }),
  ),
  file("JPEG progressif, 48 MP", "progressive-48-mp.jpg", async () =>
    withGps(await scene(MEGAPIXELS_48), 1).jpeg({ quality: 76, progressive: true }),
  ),
  file("JPEG CMJN, 12 MP", "cmyk.jpg", async () =>
    (await scene(MEGAPIXELS_12)).toColourspace("cmyk").jpeg({ quality: 80 }),
  ),
  file("JPEG Display P3, 12 MP", "p3.jpg", async () =>
    (await scene(MEGAPIXELS_12)).withIccProfile("p3").jpeg({ quality: 88 }),
  ),
  file("PNG 16 bits, 12 MP", "16-bit.png", async () => (await smooth(MEGAPIXELS_12)).toColourspace("rgb16").png()),
  file("PNG transparent, 12 MP", "transparent.png", async () => (await smooth(MEGAPIXELS_12)).ensureAlpha(0.5).png()),
  file("WebP, 12 MP", "photo.webp", async () => (await scene(MEGAPIXELS_12)).webp({ quality: 84, effort: 0 })),
  file("WebP transparent, 12 MP", "transparent.webp", async () =>
    (await scene(MEGAPIXELS_12)).ensureAlpha(0.7).webp({ quality: 84, effort: 0 }),
  ),
  file("WebP animé, 10 images de 2 MP", "animated.webp", animated),
  file("AVIF, 12 MP", "photo.avif", async () => (await scene(MEGAPIXELS_12)).avif({ quality: 60, effort: 0 })),
]

function file(title: string, name: string, draw: () => Promise<Sharp>): PhonePicture {
  return { title, name, make: async () => (await draw()).toBuffer() }
}

interface Size {
  width: number
  height: number
}

/** Draws a scene with the noise of a small sensor. */
async function scene({ width, height }: Size): Promise<Sharp> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#808080", noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const enlarged = await sharp(join(originals, "sectors/construction.jpg")).resize(width, height).raw().toBuffer()
  const grainy = await sharp(enlarged, { raw: { width, height, channels: 3 } })
    .composite([{ input: grain, tile: true, blend: "soft-light" }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp(grainy, { raw: { width, height, channels: 3 } })
}

/** Draws a picture without noise, with which lossless files would exceed every limit. */
async function smooth({ width, height }: Size): Promise<Sharp> {
  const small = await sharp(join(originals, "sectors/construction.jpg")).resize(500).blur(4).raw().toBuffer({
    resolveWithObject: true,
  })
  const { width: across, height: down } = small.info
  return sharp(small.data, { raw: { width: across, height: down, channels: 3 } }).resize(width, height, {
    fit: "fill",
    kernel: "cubic",
  })
}

function withGps(picture: Sharp, orientation: number): Sharp {
  const gps = {
    GPSLatitudeRef: "S",
    GPSLatitude: "4/1 18/1 0/1",
    GPSLongitudeRef: "E",
    GPSLongitude: "15/1 18/1 0/1",
  }
  return picture.withExif({ IFD0: { Make: "Telephone", Model: "Essai" }, IFD3: gps }).withMetadata({ orientation })
}

async function animated(): Promise<Sharp> {
  const frames = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      sharp(join(originals, "sectors/construction.jpg"))
        .resize(1600, 1200)
        .modulate({ hue: turn * 36 })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } }).webp({ quality: 70, effort: 0 })
}
