import type { FieldNode } from "./field-tree.ts"

export interface Difference {
  /** The keys and positions from the page down, joined by dots. */
  path: string
  /** The labels from the page's section down to the field. */
  labels: readonly string[]
  kind: FieldNode["kind"]
  /** It is empty if the field did not exist. */
  before: string
  after: string
}

/** Returns the fields in which two contents of one page differ, in the order of the page. */
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
  if (node.entry) return compareLists(node.entry, toList(before), toList(after), path, labels)
  if (!node.fields) {
    const [old, now] = [textOf(before), textOf(after)]
    if (old === now) return []
    return [{ path: path.join("."), labels, kind: node.kind, before: old, after: now }]
  }
  return node.fields.flatMap(([key, child]) => {
    const here = child.kind === "sections" ? labels : [...labels, child.label]
    return compare(child, valueAt(before, key), valueAt(after, key), [...path, key], here)
  })
}

/** Skips the entries that both lists begin and end with, so that an inserted entry is the only difference. */
function compareLists(
  entry: FieldNode,
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  labels: readonly string[],
): Difference[] {
  const shorter = Math.min(before.length, after.length)
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1
  const length = Math.max(before.length, after.length) - end
  return Array.from({ length: Math.max(0, length - start) }, (_, offset) => start + offset).flatMap((index) => {
    const old = index < before.length - end ? before[index] : undefined
    const now = index < after.length - end ? after[index] : undefined
    return compare(entry, old, now, [...path, String(index)], [...labels, `${entry.label} ${index + 1}`])
  })
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value)
}

/** Returns the differences in the form of the audit log and the history. */
export function listAuditedChanges(node: FieldNode, before: unknown, after: unknown) {
  return findDifferences(node, before, after).map(({ labels, before, after }) => ({
    field: labels.join(" › "),
    before,
    after,
  }))
}
