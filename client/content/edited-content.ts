/** Keys and positions from the page down to a field. */
type Path = readonly string[]

/** A copy with another value at the path; everything beside the path stays the same object. */
export function withValue(content: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy: unknown = Array.isArray(content) ? [...content] : { ...(content as object) }
  const fields = copy as Record<string, unknown>
  fields[key] = withValue(fields[key], rest, value)
  return copy
}

/** The path has its keys joined by dots; the empty one is that of the content itself. */
export function valueAt(content: unknown, path: string): unknown {
  if (path === "") return content
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}
