import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { createImageFile, createPngDeclaring, toFile } from "#server/testing/image-files.ts"
import { ingestImages } from "./ingest.ts"

const unsupported = "Format d'image non pris en charge (JPG, PNG ou WebP)"
const tooLarge = "Image trop volumineuse (10 Mo au maximum)"

async function ingest(file: File) {
  const [image] = await ingestImages([file])
  if (!image) throw new Error("No image")
  return { ...image, facts: await sharp(image.content).metadata() }
}

/** Makes noise, which no codec compresses well. */
function noise(width: number, height: number): Sharp {
  const grain = { type: "gaussian", mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: "#000000", noise: grain } })
}

/** Returns the colour of one pixel, rounded. */
async function pixelAt(content: Buffer, left: number, top: number) {
  const pixel = await sharp(content).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel].map((channel) => Math.round(channel / 64) * 64)
}

const encoders: [string, (picture: Sharp) => Sharp, string, string][] = [
  ["JPEG", (picture) => picture.jpeg(), "jpg", "image/jpeg"],
  ["progressive JPEG", (picture) => picture.jpeg({ progressive: true }), "jpg", "image/jpeg"],
  ["PNG", (picture) => picture.png(), "png", "image/png"],
  ["WebP", (picture) => picture.webp(), "webp", "image/webp"],
  ["lossless WebP", (picture) => picture.webp({ lossless: true }), "webp", "image/webp"],
  ["AVIF", (picture) => picture.avif({ effort: 1 }), "avif", "image/avif"],
]

test.each(encoders)("%s is stored in its own format, whatever its name", async (_format, encode, extension, type) => {
  const image = await ingest(await createImageFile({ encode, name: "photo.gif" }))
  expect(image.name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`))
  expect(image).toMatchObject({ type, width: 60, height: 40 })
  expect(image.facts.format).toBe(extension === "jpg" ? "jpeg" : extension === "avif" ? "heif" : extension)
})

test.each(encoders)("a truncated %s is rejected with its name, wherever it ends", async (_format, encode) => {
  const whole = await encode(noise(300, 200)).toBuffer()
  for (const part of [0.02, 0.5, 0.9, 0.999]) {
    const file = toFile(whole.subarray(0, Math.floor(whole.length * part)), "façade.jpg")
    await expect(ingestImages([await createImageFile(), file])).rejects.toMatchObject({
      status: 415,
      message: unsupported,
      fields: { images: "façade.jpg : illisible" },
    })
  }
})

test.each(encoders.slice(0, 3))("a %s that is corrupt in the middle is rejected", async (_format, encode) => {
  const corrupt = await encode(noise(300, 200)).toBuffer()
  for (let at = 0; at < 400; at += 1) corrupt[Math.floor(corrupt.length / 2) + at] = (at * 37) % 256
  await expect(ingestImages([toFile(corrupt, "a.jpg")])).rejects.toMatchObject({
    fields: { images: "a.jpg : illisible" },
  })
})

test("a JPEG with stray bytes between its markers is accepted", async () => {
  const whole = await noise(60, 40).jpeg().toBuffer()
  const stray = Buffer.concat([whole.subarray(0, 71), Buffer.from("....."), whole.subarray(71)])
  expect(await ingest(toFile(stray, "a.jpg"))).toMatchObject({ width: 60, height: 40 })
})

test.each([
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["text", "Bonjour"],
  ["nothing", ""],
  ["PDF", "%PDF-1.7\n"],
  ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
])("%s named as a JPEG is 415", async (_what, content) => {
  const file = new File([content], "photo.jpg", { type: "image/jpeg" })
  await expect(ingestImages([file])).rejects.toMatchObject({
    status: 415,
    message: unsupported,
    fields: { images: `photo.jpg : ${unsupported}` },
  })
})

test.each(["gif", "tiff"] as const)("%s is 415", async (format) => {
  const file = await createImageFile({ encode: (picture) => picture.toFormat(format) })
  await expect(ingestImages([file])).rejects.toMatchObject({ status: 415, message: unsupported })
})

test("a file of more than 10 MiB is 413, one of 10 MiB is decoded", async () => {
  const bytes = 10 * 1024 * 1024
  await expect(ingestImages([toFile(new Uint8Array(bytes + 1), "a.jpg")])).rejects.toMatchObject({
    status: 413,
    message: tooLarge,
    fields: { images: `a.jpg : ${tooLarge}` },
  })
  await expect(ingestImages([toFile(new Uint8Array(bytes), "a.jpg")])).rejects.toMatchObject({ status: 415 })
})

test("more than 50 million pixels are 413, however few bytes hold them, and the reason names them", async () => {
  const tooLarge = "Image trop grande (50 millions de points au maximum)"
  await expect(ingestImages([await createPngDeclaring(8000, 6251)])).rejects.toMatchObject({
    status: 413,
    message: tooLarge,
  })
  await expect(ingestImages([await createPngDeclaring(8000, 6250)])).rejects.toMatchObject({ status: 415 })
})

test("the longest side is 2560 pixels at most, and small pictures stay small", async () => {
  expect(await ingest(await createImageFile({ width: 4000, height: 3000 }))).toMatchObject({
    width: 2560,
    height: 1920,
  })
  expect(await ingest(await createImageFile({ width: 30, height: 5200 }))).toMatchObject({ width: 15, height: 2560 })
  expect(await ingest(await createImageFile({ width: 1, height: 1 }))).toMatchObject({ width: 1, height: 1 })
})

describe("metadata", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("orientation %i is applied to the pixels", async (orientation) => {
    // Once its orientation is applied, the red corner is at the top left of a wide picture.
    const oriented = sharp({ create: { width: 96, height: 64, channels: 3, background: "#0000ff" } }).composite([
      { input: { create: { width: 32, height: 32, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
    ])
    const content = await oriented.png().toBuffer()
    const stored = await undo(sharp(content), orientation).toBuffer()
    const file = toFile(await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer(), "a.jpg")
    const image = await ingest(file)
    expect(image).toMatchObject({ width: 96, height: 64 })
    expect(image.facts.orientation).toBeUndefined()
    expect(await pixelAt(image.content, 8, 8)).toEqual([256, 0, 0])
    expect(await pixelAt(image.content, 88, 8)).toEqual([0, 0, 256])
    expect(await pixelAt(image.content, 8, 56)).toEqual([0, 0, 256])
  })

  test.each(encoders)("a %s is stored without location, device and colour profile", async (_format, encode) => {
    const exif = {
      IFD0: { Make: "Téléphone", Artist: "Amina" },
      IFD3: { GPSLatitudeRef: "S", GPSLatitude: "4/1 19/1 0/1" },
    }
    const file = await createImageFile({ encode: (picture) => encode(picture.withExif(exif).withIccProfile("p3")) })
    expect((await sharp(await file.arrayBuffer()).metadata()).exif).toBeDefined()
    const { facts, content } = await ingest(file)
    expect([facts.exif, facts.icc, facts.iptc, facts.xmp]).toEqual([undefined, undefined, undefined, undefined])
    expect(content.toString("latin1")).not.toMatch(/Amina|Exif/)
  })

  test("colours of another space are converted to sRGB", async () => {
    const cmyk = await createImageFile({
      colour: "#c83232",
      encode: (picture) => picture.toColourspace("cmyk").jpeg({ quality: 95 }),
    })
    expect((await sharp(await cmyk.arrayBuffer()).metadata()).space).toBe("cmyk")
    const image = await ingest(cmyk)
    expect(image.facts).toMatchObject({ space: "srgb", channels: 3 })
    const [red = 0, green = 0, blue = 0] = await sharp(image.content).raw().toBuffer()
    expect(red).toBeGreaterThan(170)
    expect(Math.max(green, blue)).toBeLessThan(90)
    const deep = await ingest(await createImageFile({ encode: (picture) => picture.toColourspace("rgb16").png() }))
    expect(deep.facts).toMatchObject({ space: "srgb", depth: "uchar" })
  })

  test("transparency stays", async () => {
    const clear = { create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const
    for (const encode of [(picture: Sharp) => picture.png(), (picture: Sharp) => picture.webp()]) {
      const image = await ingest(toFile(await encode(sharp(clear)).toBuffer(), "logo.png"))
      expect(image.facts.hasAlpha).toBe(true)
      expect(image.colour).toBe("#ffffff")
    }
  })

  test("an animated picture is stored as its first frame", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#00ff00"].map((colour) => createImageFile({ colour, encode: (picture) => picture.png() })),
    )
    const pages = await Promise.all(frames.map(async (frame) => Buffer.from(await frame.arrayBuffer())))
    const animated = await sharp(pages, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animated, { pages: -1 }).metadata()).pages).toBe(2)
    const image = await ingest(toFile(animated, "a.webp"))
    expect(image).toMatchObject({ width: 60, height: 40 })
    expect(image.facts.pages ?? 1).toBe(1)
    expect(await pixelAt(image.content, 5, 5)).toEqual([256, 0, 0])
  })
})

/** Applies the inverse of an EXIF orientation (EXIF 2.32 §4.6.4); sharp mirrors before it rotates. */
function undo(picture: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return picture.flop()
    case 3:
      return picture.rotate(180)
    case 4:
      return picture.flip()
    case 5:
      return picture.flop().rotate(270)
    case 6:
      return picture.rotate(270)
    case 7:
      return picture.flop().rotate(90)
    case 8:
      return picture.rotate(90)
    default:
      return picture
  }
}
