import { cutText } from "#server/contract/cut-text.ts"
import { BYTES_MAX, LONGEST_SIDE, PIXELS_MAX } from "#server/contract/images.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, type ErrorCode, fieldError } from "#server/errors.ts"
import { nameImage, type StoredImage } from "#server/images/store/image-store.ts"
import { DECODE_SECONDS, limitDecoding, loadSharp } from "./decoding.ts"
import { type FormatName, formats, recognizeFormat } from "./formats.ts"
import { perceptualHash } from "./perceptual-hash.ts"

const FILE_NAME_MAX = 200

/** Verifies images by their content and re-encodes them for the store. Throws for the first invalid one. */
export async function ingestImages(files: readonly File[]): Promise<StoredImage[]> {
  if (files.length > IMAGES_MAX) throw fieldError("images", responseTexts.tooManyImages)
  // PostgreSQL cannot store NUL in texts.
  const withNul = files.find(({ name }) => name.includes("\0"))
  if (withNul) reject("invalid", responseTexts.fileNameWithNul, { name: withNul.name.replaceAll("\0", "") })
  const large = files.find(({ size }) => size > BYTES_MAX)
  if (large) reject("too_large", responseTexts.imageTooLarge, large)
  const images: StoredImage[] = []
  for (const file of files) images.push(await limitDecoding(() => ingestImage(file)))
  return images
}

async function ingestImage(file: File): Promise<StoredImage> {
  const received = Buffer.from(await file.arrayBuffer())
  const format = recognizeFormat(received)
  if (!format) reject("unsupported", responseTexts.imageUnsupported, file)
  await checkPixels(received, file)
  try {
    const { data: content, info } = await encode(received, format)
    const { extension, type } = formats[format]
    return {
      name: nameImage(content, extension),
      fileName: cutText(file.name.normalize("NFC"), FILE_NAME_MAX),
      content,
      width: info.width,
      height: info.height,
      type,
      colour: await averageColour(content),
      hash: await perceptualHash(loadSharp()(content)),
    }
  } catch (cause) {
    reject("unsupported", responseTexts.imageUnsupported, file, { reason: responseTexts.imageUnreadable, cause })
  }
}

/** Reads only the header, because a few bytes may decode to gigabytes of pixels. */
async function checkPixels(content: Buffer, file: File) {
  const sharp = loadSharp()
  const { width, height } = await sharp(content, { limitInputPixels: false, failOn: "error" })
    .metadata()
    .catch((cause) =>
      reject("unsupported", responseTexts.imageUnsupported, file, { reason: responseTexts.imageUnreadable, cause }),
    )
  if (width * height > PIXELS_MAX) reject("too_large", responseTexts.imageTooManyPixels, file)
}

/** For these, libjpeg only warns although a part of the picture is missing or garbled. */
const damage = /Huffman|premature end|instead of RST|progression/i

async function encode(content: Buffer, format: FormatName) {
  if (format !== "jpeg") return reencode(content, format, "error")
  try {
    return await reencode(content, format, "warning")
  } catch (error) {
    // Other warnings lose nothing of the picture: some cameras leave bytes between markers or number them wrongly.
    if (!(error instanceof Error) || damage.test(error.message)) throw error
    return reencode(content, format, "error")
  }
}

/** Applies the orientation, converts to sRGB and limits the size. sharp leaves all metadata out. */
function reencode(content: Buffer, format: FormatName, failOn: "warning" | "error") {
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

function reject(
  code: ErrorCode,
  message: string,
  { name }: Pick<File, "name">,
  { reason = message, cause }: { reason?: string; cause?: unknown } = {},
): never {
  throw new AppError(code, message, { fields: { images: `${name} : ${reason}` }, cause })
}
