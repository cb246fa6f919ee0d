import type { VariantWidth } from "#server/contract/images.ts"

/**
 * The address of an uploaded picture (specification §3), or of its variant of a width: a name, or a path that may bear
 * Windows' backslashes.
 */
export function uploadUrl(name: string, width?: VariantWidth): string {
  const path = name.startsWith("/uploads/") || name.startsWith("\\uploads\\") ? name.replaceAll("\\", "/") : name
  const whole = path.startsWith("/uploads/") ? path : `/uploads/${encodeURIComponent(path)}`
  return width ? `${whole}?w=${width}` : whole
}
