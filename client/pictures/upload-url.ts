import { PREVIEW_SIZE, previewPosition, type VariantWidth } from "#server/contract/images.ts"
import type { ProjectImage } from "#server/contract/projects.ts"

/** Returns the URL of an image; imported projects give a path in place of the name, perhaps with backslashes. */
export function uploadUrl(name: string, width?: VariantWidth): string {
  const path = name.startsWith("/uploads/") || name.startsWith("\\uploads\\") ? name.replaceAll("\\", "/") : name
  const url = path.startsWith("/uploads/") ? path : `/uploads/${encodeURIComponent(path)}`
  return width ? `${url}?w=${width}` : url
}

/** Returns the URL of the image's crop for link previews, which changes with the focal point. */
export function previewUrl(
  image: Pick<ProjectImage, "name" | "width" | "height"> & Partial<Pick<ProjectImage, "focus">>,
) {
  const { name, focus } = image
  const crop = `${uploadUrl(name)}?w=${PREVIEW_SIZE.width}&h=${PREVIEW_SIZE.height}`
  return focus ? `${crop}&p=${previewPosition({ ...image, focus })}` : crop
}
