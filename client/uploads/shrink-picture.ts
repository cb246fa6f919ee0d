import { uploads as copy } from "#client/copy/uploads.ts"
import { BYTES_MAX, LONGEST_SIDE } from "#server/contract/images.ts"
import { uploadMessages as messages } from "#server/contract/upload-messages.ts"
import { isHeic, needsRedraw, type PictureSize } from "./picture-limits.ts"
import { UploadError } from "./send-request.ts"

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

/** Redraws a picture. One that the browser cannot draw is returned as it is for the server to decide, except HEIC. */
export async function redrawPicture(file: File, redrawing: Redrawing): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined)
  const drawn = bitmap && (await draw(bitmap, redrawing))
  bitmap?.close()
  if (!drawn && isHeic(file)) throw new UploadError(copy.heic, 415)
  return drawn ?? file
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
