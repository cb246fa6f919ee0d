import { bundledUrl } from "#server/contract/bundled-picture.ts"
import type { ContentPicture } from "#server/contract/content/public.ts"
import { PREVIEW_SIZE } from "#server/contract/images.ts"
import { previewUrl } from "./upload-url.ts"

/** A JPEG that networks and messengers show beside a link. */
export interface SharePicture {
  /** The absolute path, without the origin. */
  path: string
  width: number
  height: number
}

export function sharePicture(picture: ContentPicture): SharePicture {
  if (picture.path === undefined) return { path: previewUrl(picture), ...PREVIEW_SIZE }
  const { width, height, fallback } = picture
  return {
    path: bundledUrl(picture, fallback, "jpg"),
    width: fallback,
    height: Math.round((fallback * height) / width),
  }
}
