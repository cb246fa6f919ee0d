// A path is the keys and positions from the page down to a field, joined by dots; the empty one is the content itself.

/** Returns a copy with another value at the path; values beside the path keep their identity. */
export function withValue(content: unknown, path: string, value: unknown): unknown {
  if (path === "") return value
  const [key = "", ...rest] = path.split(".")
  const copy: unknown = Array.isArray(content) ? [...content] : { ...(content as object) }
  const fields = copy as Record<string, unknown>
  fields[key] = withValue(fields[key], rest.join("."), value)
  return copy
}

export function valueAt(content: unknown, path: string): unknown {
  if (path === "") return content
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}
