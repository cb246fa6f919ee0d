import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { words } from "#server/contract/words.ts"
import { UploadFailure } from "./upload-picture.ts"

/** Longest side of a stored picture, in pixels: the server keeps no more (contract §3). */
const SIDE_MAX = 2560
const BYTES_MAX = 10 * 1024 * 1024
const QUALITY = 0.88

/** What travels: the file itself, or a smaller one of it, right side up and without the camera's notes. */
export async function shrinkPicture(file: File): Promise<Blob> {
  const heic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)
  const bitmap = await decode(file)
  if (!bitmap && heic) throw new UploadFailure(copy.heic, 415)
  const ready = bitmap && (heic || Math.max(bitmap.width, bitmap.height) > SIDE_MAX) ? await redraw(bitmap, file) : file
  bitmap?.close()
  if (ready.size > BYTES_MAX) throw new UploadFailure(words.imageTooLarge, 413)
  return ready
}

/** What the browser cannot read goes as it is: the server judges. */
async function decode(file: File): Promise<ImageBitmap | undefined> {
  if (!/^image\/(jpeg|png|webp|avif|hei[cf])/.test(file.type) && !/\.hei[cf]$/i.test(file.name)) return undefined
  return createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined)
}

async function redraw(bitmap: ImageBitmap, file: File): Promise<Blob> {
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const pen = canvas.getContext("2d")
  if (!pen) return file
  pen.imageSmoothingQuality = "high"
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // WebP keeps what is transparent; a browser that cannot write it makes a PNG instead.
  const type = /png|webp|avif/.test(file.type) ? "image/webp" : "image/jpeg"
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  return drawn ?? file
}
