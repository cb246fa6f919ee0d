/** The address of an uploaded picture (specification §3): a name, or a path that may bear Windows' backslashes. */
export function uploadAddress(name: string): string {
  const path = name.startsWith("/uploads/") || name.startsWith("\\uploads\\") ? name.replaceAll("\\", "/") : name
  return path.startsWith("/uploads/") ? path : `/uploads/${encodeURIComponent(path)}`
}
