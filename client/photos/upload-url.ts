import { PREVIEW_SIZE, type VariantWidth } from "#server/contract/images.ts"

/** An uploaded image is a name, or in imported projects a path, perhaps with Windows' backslashes. */
export function uploadUrl(name: string, width?: VariantWidth): string {
  const path = name.startsWith("/uploads/") || name.startsWith("\\uploads\\") ? name.replaceAll("\\", "/") : name
  const url = path.startsWith("/uploads/") ? path : `/uploads/${encodeURIComponent(path)}`
  return width ? `${url}?w=${width}` : url
}

/** Its crop for link previews. */
export function previewUrl(name: string): string {
  return `${uploadUrl(name)}?w=${PREVIEW_SIZE.width}&h=${PREVIEW_SIZE.height}`
}
