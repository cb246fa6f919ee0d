import type { ReactNode } from "react"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { valueAt } from "./edited-content.ts"
import { FieldEditor } from "./field-editor.tsx"

interface EditedSectionsProps {
  tree: FieldNode
  content: unknown
  /** The messages by the path of their field. */
  errors: Readonly<Record<string, string>>
  onChange: (path: string, value: unknown) => void
  /** The position is that of the section; buttons have no name. */
  onFocus: (position: number, name: string | null) => void
}

export function EditedSections({ tree, content, errors, onChange, onFocus }: EditedSectionsProps) {
  return sectionsOf(tree).map(({ path, node }, position) => (
    <EditedSection key={path} node={node} onFocus={(name) => onFocus(position, name)}>
      <FieldEditor node={node} value={valueAt(content, path)} path={path} errors={errors} onChange={onChange} />
    </EditedSection>
  ))
}

interface EditedSectionProps {
  node: FieldNode
  /** The name is that of the field; buttons have none. */
  onFocus: (name: string | null) => void
  children: ReactNode
}

function EditedSection({ node, onFocus, children }: EditedSectionProps) {
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-5 rounded-box border border-base-300 bg-base-100 p-[min(1rem,4.5vw)] pt-2 md:p-6 md:pt-2"
      onFocus={({ target }) => onFocus(target.getAttribute("name"))}
    >
      {node.kind === "group" && (
        <legend className="float-left mb-2 w-full pt-2 font-display text-xl font-bold">{node.label}</legend>
      )}
      {node.kind === "group" && node.hint && <p className="clear-both text-sm text-base-content/75">{node.hint}</p>}
      {children}
    </fieldset>
  )
}

interface SectionOfPage {
  path: string
  node: FieldNode
}

/** Returns the sections of a page from top to bottom, with each section of its list as one of them. */
function sectionsOf(tree: FieldNode): SectionOfPage[] {
  // A page without groups is one section.
  if (!tree.fields?.some(([, { fields }]) => fields)) return [{ path: "", node: tree }]
  return tree.fields.flatMap(([key, node]) =>
    node.kind === "sections"
      ? (node.fields ?? []).map(([index, child]) => ({ path: `${key}.${index}`, node: child }))
      : [{ path: key, node }],
  )
}
