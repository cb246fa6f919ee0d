import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { BYTES_MAX, LONGEST_SIDE } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import { isHeic, needsRedraw, type PictureSize } from "./picture-limits.ts"
import { UploadError } from "./send-request.ts"

const QUALITY = 0.88

/** The file itself, or a smaller version of it, upright and without EXIF data. */
export async function shrinkPicture(file: File, size: PictureSize | undefined): Promise<Blob> {
  const ready = needsRedraw(file, size) ? await redraw(file) : file
  if (ready.size > BYTES_MAX) throw new UploadError(messages.imageTooLarge, 413)
  return ready
}

/** A picture that cannot be drawn is uploaded as it is, and the server decides. */
async function redraw(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined)
  const drawn = bitmap && (await draw(bitmap, file))
  bitmap?.close()
  if (!drawn && isHeic(file)) throw new UploadError(copy.heic, 415)
  return drawn ?? file
}

async function draw(bitmap: ImageBitmap, file: File): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext("2d")
  if (!context) return null
  context.imageSmoothingQuality = "high"
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // WebP keeps transparency; a browser that cannot write it makes a PNG instead.
  const type = /png|webp|avif/.test(file.type) ? "image/webp" : "image/jpeg"
  return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
