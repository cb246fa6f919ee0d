import type * as z from "zod/mini"
import { type FieldInfo, fieldInfo } from "#server/contract/field-kinds.ts"

/** A schema of content in the shape that its editor and other programs traverse. */
export interface FieldNode extends FieldInfo {
  /** The fields of a group by key, or the sections of a page by position. */
  fields?: readonly (readonly [key: string, node: FieldNode])[]
  entry?: FieldNode
}

const trees = new WeakMap<z.core.$ZodType, FieldNode>()

export function fieldTree(schema: z.core.$ZodType): FieldNode {
  const known = trees.get(schema)
  if (known) return known
  const info = fieldInfo.get(schema)
  if (!info) throw new Error("A field of the content has no description")
  const tree = { ...info, ...childrenOf(schema) }
  trees.set(schema, tree)
  return tree
}

function childrenOf(schema: z.core.$ZodType): Pick<FieldNode, "fields" | "entry"> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case "object":
      return { fields: Object.entries(def.shape).flatMap(([key, child]) => described(key, child)) }
    case "tuple":
      return { fields: def.items.flatMap((child, index) => described(String(index), child)) }
    case "array":
      return { entry: fieldTree(def.element) }
    default:
      return {}
  }
}

/** Skips the literals that distinguish kinds of sections. */
function described(key: string, schema: z.core.$ZodType): [string, FieldNode][] {
  return fieldInfo.has(schema) ? [[key, fieldTree(schema)]] : []
}

/** Returns a copy in which `map` has replaced each value that is neither a group nor a list; it gets the path too. */
export function mapFields(
  node: FieldNode,
  value: unknown,
  map: (node: FieldNode, value: unknown, path: string) => unknown,
  path: readonly string[] = [],
): unknown {
  if (node.entry) {
    const { entry } = node
    return Array.isArray(value)
      ? value.map((one, index) => mapFields(entry, one, map, [...path, String(index)]))
      : value
  }
  if (!node.fields) return map(node, value, path.join("."))
  if (typeof value !== "object" || value === null) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  for (const [key, child] of node.fields) {
    ;(copy as Record<string, unknown>)[key] = mapFields(child, (value as Record<string, unknown>)[key], map, [
      ...path,
      key,
    ])
  }
  return copy
}

/** Returns the value of an entry that is added to a list. */
export function emptyValue(node: FieldNode): unknown {
  if (node.kind === "list") return []
  if (node.fields) return Object.fromEntries(node.fields.map(([key, child]) => [key, emptyValue(child)]))
  if (node.kind === "number") return 0
  return node.initial ?? (node.kind === "choice" ? (node.options?.[0] ?? "") : "")
}
