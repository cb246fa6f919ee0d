import type { ESTree } from "vite"

/** Returns the name of an identifier or of a property, also of a literal in brackets. */
export function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name
  if (node.type === "MemberExpression") return nameOf(node.property)
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined
}

/** Shows each node of a tree that `parseSync` returns. */
export function visit(node: unknown, use: (node: ESTree.Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, use)
  if (typeof node !== "object" || node === null || !("type" in node)) return
  use(node as ESTree.Node)
  for (const child of Object.values(node)) if (typeof child === "object") visit(child, use)
}
