import { createContext, memo, use } from "react"
import { kinshasaHint } from "#client/office/editing/kinshasa-hint.ts"
import { type ControlProps, Field } from "#client/ui/field.tsx"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import type { EditorProps } from "./editor-props.ts"
import { ChoiceInput, LineInput, NumberInput, TickInput } from "./inputs.tsx"
import { ListEditor } from "./list-editor.tsx"
import { MarkupInput } from "./markup-input.tsx"
import { PictureInput } from "./picture-input.tsx"
import { contentEditor as texts } from "./texts.ts"

/** The texts that came with the site and may not be true of the company. */
export const ClaimsContext = createContext<readonly string[]>([])

/** The fields of one value. It is memoized, since a page has hundreds of fields. */
export const FieldEditor = memo(function FieldEditor(props: EditorProps) {
  const { node, value, path, errors } = props
  if (node.fields) return <GroupEditor {...props} />
  if (node.kind === "list") return <ListEditor {...props} renderEntry={(entry) => <FieldEditor {...entry} />} />
  if (node.kind === "picture") return <PictureInput {...props} />
  const claims = use(ClaimsContext)
  const length = typeof value === "string" && node.max ? texts.count(value.length, node.max) : ""
  const mark = [node.optional && texts.optional, length].filter(Boolean).join(" · ")
  return (
    <Field
      label={node.label}
      name={path}
      help={[helpOf(node, value), claims.includes(String(value)) && texts.claim].filter(Boolean).join(" ") || undefined}
      mark={mark || undefined}
      error={errors[path] ?? tooLong(node, value)}
    >
      {(control) => <ValueInput {...props} control={control} />}
    </Field>
  )
}, areEqual)

/** Returns the message that the server would answer, so that the user sees it while typing. */
function tooLong({ kind, max }: FieldNode, value: unknown): string | undefined {
  if (kind === "list" || max === undefined || typeof value !== "string" || value.trim().length <= max) return undefined
  return texts.tooLong(max)
}

function ValueInput({ node, value, path, control, onChange }: EditorProps & { control: ControlProps }) {
  const change = (next: unknown) => onChange(path, next)
  switch (node.kind) {
    case "text":
      return <MarkupInput control={control} value={String(value ?? "")} onChange={change} />
    case "number":
      return <NumberInput control={control} value={value} onChange={change} />
    case "choice":
      if (node.isRequiredTick) return <TickInput control={control} value={String(value ?? "")} onChange={change} />
      return (
        <ChoiceInput control={control} options={node.options ?? []} value={String(value ?? "")} onChange={change} />
      )
    default:
      return <LineInput control={control} node={node} value={String(value ?? "")} onChange={change} />
  }
}

function GroupEditor({ node, value, path, errors, onChange }: EditorProps) {
  return node.fields?.map(([key, child]) => {
    const below = path ? `${path}.${key}` : key
    const field = (
      <FieldEditor
        node={child}
        value={(value as Record<string, unknown> | undefined)?.[key]}
        path={below}
        errors={errors}
        onChange={onChange}
      />
    )
    if (child.kind !== "group") return <div key={key}>{field}</div>
    return (
      <fieldset
        key={key}
        className="grid min-w-0 grid-cols-1 gap-4 border-base-300 pt-3 max-md:border-t md:rounded-box md:border md:p-4"
      >
        <legend className="pr-2 font-semibold md:pl-1">{child.label}</legend>
        {child.hint && <p className="text-sm text-base-content/75">{child.hint}</p>}
        {field}
      </fieldset>
    )
  })
}

function areEqual(before: EditorProps, after: EditorProps): boolean {
  const sameErrors = before.errors === after.errors
  return sameErrors && before.value === after.value && before.path === after.path && before.node === after.node
}

function helpOf({ kind, hint }: FieldNode, value: unknown): string | undefined {
  return kind === "moment" ? [kinshasaHint(String(value)), hint].filter(Boolean).join(" ") : hint
}
