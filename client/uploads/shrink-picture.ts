import { BYTES_MAX, LONGEST_SIDE } from "#server/contract/images.ts"
import { uploadMessages as messages } from "#server/contract/upload-messages.ts"
import { UploadError } from "./http.ts"
import { isHeic, isTooLarge, needsRedraw } from "./picture-limits.ts"
import { type PictureSize, readPictureSize } from "./picture-size.ts"
import { uploads as texts } from "./texts.ts"

interface Redrawing {
  /** The length in pixels. */
  longestSide: number
  /** The quality of the encoder, from 0 to 1. */
  quality: number
  /** Media types in order of preference, since not every browser can write WebP. */
  types: readonly string[]
}

/** Returns the file itself, or a smaller version of it, upright and without EXIF data. */
export async function shrinkPicture(file: File, size: PictureSize | undefined): Promise<Blob> {
  // WebP keeps transparency; browsers that cannot write it write PNG.
  const types = /png|webp|avif/.test(file.type) ? ["image/webp", "image/png"] : ["image/jpeg"]
  const ready = needsRedraw(file, size)
    ? await redrawPicture(file, { longestSide: LONGEST_SIDE, quality: 0.88, types })
    : file
  if (ready.size > BYTES_MAX) throw new UploadError(messages.imageTooLarge, 413)
  return ready
}

/**
 * Redraws a picture. One that the browser cannot draw is returned as it is for the server to decide, except HEIC. Throws
 * without decoding if it is too large.
 */
export async function redrawPicture(file: File, redrawing: Redrawing): Promise<Blob> {
  const size = await readPictureSize(file)
  if (size && isTooLarge(size)) throw new UploadError(texts.tooManyPixels, 413)
  const bitmap = await decode(file, size, redrawing.longestSide)
  const drawn = bitmap && (await draw(bitmap, redrawing))
  bitmap?.close()
  if (!drawn && isHeic(file)) throw new UploadError(texts.heic, 415)
  return drawn ?? file
}

/** Decodes a picture at about the size that is needed, for which browsers take less memory than for all its pixels. */
function decode(file: File, size: PictureSize | undefined, longestSide: number): Promise<ImageBitmap | undefined> {
  const upright = { imageOrientation: "from-image" } as const
  const isLarge = size && Math.max(size.width, size.height) > longestSide
  // The header names the sides before the picture is turned, so that the result may still have to be shrunk.
  const side = isLarge && (size.width > size.height ? { resizeWidth: longestSide } : { resizeHeight: longestSide })
  return createImageBitmap(file, { ...upright, ...side, ...(side && { resizeQuality: "high" }) })
    .catch(() => createImageBitmap(file, upright))
    .catch(() => undefined)
}

async function draw(bitmap: ImageBitmap, { longestSide, quality, types }: Redrawing): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext("2d")
  if (!context) return null
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  for (const type of types) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    // Browsers write PNG in place of a type that they do not support.
    if (blob?.type === type) return blob
  }
  return null
}
