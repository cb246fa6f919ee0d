/** Keys and positions from the page down to a field. */
type Path = readonly string[]

/** Returns a copy with another value at the path; values beside the path keep their identity. */
export function withValue(content: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy: unknown = Array.isArray(content) ? [...content] : { ...(content as object) }
  const fields = copy as Record<string, unknown>
  fields[key] = withValue(fields[key], rest, value)
  return copy
}

/** Returns the value at a path, which is keys joined by dots; the empty path stands for the content itself. */
export function valueAt(content: unknown, path: string): unknown {
  if (path === "") return content
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}
