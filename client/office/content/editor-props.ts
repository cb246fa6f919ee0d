import type { FieldNode } from "#server/contract/content/field-tree.ts"

/** The props of the editor of any value within a page's content. */
export interface EditorProps {
  node: FieldNode
  value: unknown
  /** The keys and positions from the page down, joined by dots. */
  path: string
  errors: Readonly<Record<string, string>>
  onChange: (path: string, value: unknown) => void
}
