import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { BYTES_MAX, LONGEST_SIDE, PIXELS_MAX } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import { UploadFailure } from "./upload-picture.ts"

/** Pixels. */
export interface PictureSize {
  width: number
  height: number
}

type Chosen = Pick<File, "name" | "type" | "size">

/**
 * Why a file cannot become a picture of the site, as far as one can tell before it travels; its size is undefined where
 * this browser cannot read it.
 */
export function refusalOf(file: Chosen, size: PictureSize | undefined): UploadFailure | undefined {
  if (/^image\/(gif|svg\+xml|bmp|tiff)/.test(file.type)) return new UploadFailure(messages.imageUnsupported, 415)
  if (!size && isHeic(file)) return new UploadFailure(copy.heic, 415)
  if (size && size.width * size.height > PIXELS_MAX) return new UploadFailure(copy.tooManyPixels, 413)
  if (file.size > BYTES_MAX && !isRedrawn(file, size)) return new UploadFailure(messages.imageTooLarge, 413)
  return undefined
}

/** Whether the browser draws it anew before it travels. */
export function isRedrawn(file: Chosen, size: PictureSize | undefined): size is PictureSize {
  return size !== undefined && (isHeic(file) || Math.max(size.width, size.height) > LONGEST_SIDE)
}

export function isHeic({ name, type }: Pick<File, "name" | "type">): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Read from its first bytes: all pixels of a large one need not be in memory for it. */
export function measurePicture(address: string): Promise<PictureSize | undefined> {
  const image = new Image()
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve(undefined)
    image.src = address
  })
}
