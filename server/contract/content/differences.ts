import type { FieldNode } from "./field-tree.ts"

export interface Difference {
  /** Keys and positions, joined by dots. */
  path: string
  /** The labels from the page's section down to the field. */
  labels: readonly string[]
  kind: FieldNode["kind"]
  /** Empty where the field did not exist. */
  before: string
  after: string
}

/** The fields in which two contents of one page differ, in the page's order. */
export function findDifferences(node: FieldNode, before: unknown, after: unknown): Difference[] {
  return compare(node, before, after, [], [])
}

function compare(
  node: FieldNode,
  before: unknown,
  after: unknown,
  path: readonly string[],
  labels: readonly string[],
): Difference[] {
  const children = node.entry ? entriesOf(node.entry, before, after) : node.fields
  if (!children) {
    const [old, now] = [textOf(before), textOf(after)]
    if (old === now) return []
    return [{ path: path.join("."), labels, kind: node.kind, before: old, after: now }]
  }
  return children.flatMap(([key, child]) => {
    const label = node.entry ? `${child.label} ${Number(key) + 1}` : child.label
    const here = child.kind === "sections" ? labels : [...labels, label]
    return compare(child, valueAt(before, key), valueAt(after, key), [...path, key], here)
  })
}

function entriesOf(entry: FieldNode, before: unknown, after: unknown): (readonly [string, FieldNode])[] {
  const length = Math.max(Array.isArray(before) ? before.length : 0, Array.isArray(after) ? after.length : 0)
  return Array.from({ length }, (_, index) => [String(index), entry])
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value)
}
