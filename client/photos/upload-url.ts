import { PREVIEW_SIZE, type VariantWidth } from "#server/contract/images.ts"

/** Returns the URL of an image; imported projects give a path in place of the name, perhaps with backslashes. */
export function uploadUrl(name: string, width?: VariantWidth): string {
  const path = name.startsWith("/uploads/") || name.startsWith("\\uploads\\") ? name.replaceAll("\\", "/") : name
  const url = path.startsWith("/uploads/") ? path : `/uploads/${encodeURIComponent(path)}`
  return width ? `${url}?w=${width}` : url
}

/** Returns the URL of the image's crop for link previews. */
export function previewUrl(name: string): string {
  return `${uploadUrl(name)}?w=${PREVIEW_SIZE.width}&h=${PREVIEW_SIZE.height}`
}
