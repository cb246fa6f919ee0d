import { createHash } from "node:crypto"
import { BYTES_MAX, LONGEST_SIDE, PIXELS_MAX } from "#server/contract/images.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, type ErrorCode } from "#server/errors.ts"
import { DECODE_SECONDS, decodeInTurn, loadSharp } from "./decoding.ts"
import { type FormatName, formats, recognizeFormat } from "./formats.ts"

/** A picture as the store keeps it. */
export interface IngestedImage {
  name: string
  content: Buffer
  /** Pixels. */
  width: number
  height: number
  /** Media type. */
  type: string
  /** On average, `#rrggbb`. */
  colour: string
}

/** Judges pictures by their content and makes them ready for the store: all of them, or an error that names one. */
export async function ingestImages(files: readonly File[]): Promise<IngestedImage[]> {
  if (files.length > IMAGES_MAX) {
    throw new AppError("invalid", messages.tooManyImages, { fields: { images: messages.tooManyImages } })
  }
  const large = files.find(({ size }) => size > BYTES_MAX)
  if (large) refuse("too_large", messages.imageTooLarge, large)
  const ready: IngestedImage[] = []
  for (const file of files) ready.push(await decodeInTurn(() => prepareImage(file)))
  return ready
}

async function prepareImage(file: File): Promise<IngestedImage> {
  const given = Buffer.from(await file.arrayBuffer())
  const format = recognizeFormat(given)
  if (!format) refuse("unsupported", messages.imageUnsupported, file)
  await checkPixels(given, file)
  try {
    const { data: content, info } = await encode(given, format)
    const { extension, type } = formats[format]
    const name = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}.${extension}`
    return { name, content, width: info.width, height: info.height, type, colour: await averageColour(content) }
  } catch (cause) {
    refuse("unsupported", messages.imageUnsupported, file, { reason: messages.imageUnreadable, cause })
  }
}

/** Reads the header alone: a few bytes may stand for gigabytes of pixels. */
async function checkPixels(content: Buffer, file: File) {
  const sharp = loadSharp()
  const { width, height } = await sharp(content, { limitInputPixels: false, failOn: "error" })
    .metadata()
    .catch((cause) =>
      refuse("unsupported", messages.imageUnsupported, file, { reason: messages.imageUnreadable, cause }),
    )
  if (width * height > PIXELS_MAX) refuse("too_large", messages.imageTooLarge, file)
}

/** What libjpeg only warns of though a part of the picture is missing or garbled. */
const damage = /Huffman|premature end|instead of RST|progression/i

async function encode(content: Buffer, format: FormatName) {
  if (format !== "jpeg") return redraw(content, format, "error")
  try {
    return await redraw(content, format, "warning")
  } catch (error) {
    // Some cameras leave bytes between the markers, or number them wrong: nothing of the picture is lost.
    if (!(error instanceof Error) || damage.test(error.message)) throw error
    return redraw(content, format, "error")
  }
}

/** Upright, in sRGB, no larger than any screen needs; sharp leaves all metadata out. */
function redraw(content: Buffer, format: FormatName, failOn: "warning" | "error") {
  const sharp = loadSharp()
  const picture = sharp(content, { failOn, limitInputPixels: PIXELS_MAX, sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
  return formats[format].encode(picture).toBuffer({ resolveWithObject: true })
}

async function averageColour(content: Buffer): Promise<string> {
  const sharp = loadSharp()
  const pixel = await sharp(content)
    .flatten({ background: "#ffffff" })
    .resize({ width: 1, height: 1, fit: "fill" })
    .toColourspace("srgb")
    .raw()
    .toBuffer()
  return `#${pixel.subarray(0, 3).toString("hex")}`
}

function refuse(
  code: ErrorCode,
  message: string,
  { name }: File,
  { reason = message, cause }: { reason?: string; cause?: unknown } = {},
): never {
  throw new AppError(code, message, { fields: { images: `${name} : ${reason}` }, cause })
}
