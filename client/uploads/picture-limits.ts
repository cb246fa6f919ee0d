import { uploads as copy } from "#client/copy/uploads.ts"
import { BYTES_MAX, LONGEST_SIDE, PIXELS_MAX } from "#server/contract/images.ts"
import { uploadMessages as messages } from "#server/contract/upload-messages.ts"
import { UploadError } from "./send-request.ts"

/** The size in pixels. */
export interface PictureSize {
  width: number
  height: number
}

type FileFacts = Pick<File, "name" | "type" | "size">

/** Returns why the server would reject a file, as far as the browser can tell; an unreadable picture has no size. */
export function findRejection(file: FileFacts, size: PictureSize | undefined): UploadError | undefined {
  if (/^image\/(gif|svg\+xml|bmp|tiff)/.test(file.type)) return new UploadError(messages.imageUnsupported, 415)
  if (!size && isHeic(file)) return new UploadError(copy.heic, 415)
  if (size && size.width * size.height > PIXELS_MAX) return new UploadError(copy.tooManyPixels, 413)
  if (file.size > BYTES_MAX && !needsRedraw(file, size)) return new UploadError(messages.imageTooLarge, 413)
  return undefined
}

/** Whether the browser redraws the picture before the upload, to shrink it or to change its format. */
export function needsRedraw(file: FileFacts, size: PictureSize | undefined): size is PictureSize {
  return size !== undefined && (isHeic(file) || Math.max(size.width, size.height) > LONGEST_SIDE)
}

export function isHeic({ name, type }: Pick<File, "name" | "type">): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Reads the size with an image element, which needs the first bytes only and does not decode all pixels. */
export function measurePicture(url: string): Promise<PictureSize | undefined> {
  const image = new Image()
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve(undefined)
    image.src = url
  })
}
