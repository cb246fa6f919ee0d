import { BYTES_MAX, LONGEST_SIDE } from "#server/contract/images.ts"
import { uploadMessages as messages } from "#server/contract/upload-messages.ts"
import { UploadError } from "./http.ts"
import { type PictureSize, readPictureSize } from "./picture-size.ts"
import { uploads as texts } from "./texts.ts"

/** Browsers on phones can decode no more pixels; the largest pictures of today's phones have as many. */
const DECODED_PIXELS_MAX = 200_000_000

type FileFacts = Pick<File, "name" | "type" | "size">

/** Returns why the server would reject a file, as far as the browser can tell; an unreadable picture has no size. */
export function findRejection(file: FileFacts, size: PictureSize | undefined): UploadError | undefined {
  if (file.size === 0) return new UploadError(texts.empty, 415)
  if (/^image\/(gif|svg\+xml|bmp|tiff)/.test(file.type)) return new UploadError(messages.imageUnsupported, 415)
  if (!size && isHeic(file)) return new UploadError(texts.heic, 415)
  if (size && isTooLarge(size)) return new UploadError(texts.tooManyPixels, 413)
  if (file.size > BYTES_MAX && !needsRedraw(file, size)) return new UploadError(messages.imageTooLarge, 413)
  return undefined
}

export function isTooLarge({ width, height }: PictureSize): boolean {
  return width * height > DECODED_PIXELS_MAX
}

/** Whether the browser redraws the picture before the upload, to shrink it or to change its format. */
export function needsRedraw(file: FileFacts, size: PictureSize | undefined): size is PictureSize {
  return size !== undefined && (isHeic(file) || Math.max(size.width, size.height) > LONGEST_SIDE)
}

export function isHeic({ name, type }: Pick<File, "name" | "type">): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/**
 * Returns the size that the header names, or that an image element finds. The latter also tells whether the browser can
 * show a HEIC picture, but is not asked about one that is too large.
 */
export async function measurePicture(file: File, url: string): Promise<PictureSize | undefined> {
  const named = await readPictureSize(file)
  if (named && (!isHeic(file) || isTooLarge(named))) return named
  const image = new Image()
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve(undefined)
    image.src = url
  })
}
