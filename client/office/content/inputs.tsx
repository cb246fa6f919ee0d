import type { ComponentProps, Ref } from "react"
import type { ControlProps } from "#client/ui/field.tsx"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import type { ContentIcon } from "#server/contract/content/icons.ts"
import { parseValue } from "#server/contract/field-values.ts"
import { iconLabels } from "./icon-texts.ts"

interface InputProps<Value = string> {
  control: ControlProps
  value: Value
  onChange: (value: Value) => void
}

const types: Partial<Record<FieldNode["kind"], ComponentProps<"input">["type"]>> = {
  date: "date",
  moment: "datetime-local",
}

export function LineInput({ control, value, node, onChange }: InputProps & { node: FieldNode }) {
  return (
    <input
      {...control}
      type={types[node.kind] ?? "text"}
      inputMode={node.inputMode}
      value={value}
      autoComplete="off"
      className="input w-full"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export interface TextInputProps extends InputProps {
  ref?: Ref<HTMLTextAreaElement>
}

/** The textarea grows with its text in browsers that support `field-sizing`. */
export function TextInput({ control, value, onChange, ref }: TextInputProps) {
  return (
    <textarea
      ref={ref}
      {...control}
      value={value}
      rows={3}
      className="input field-sizing-content h-auto min-h-24 w-full py-2.5 leading-normal whitespace-pre-wrap wrap-anywhere"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Anything but digits is kept as a text, which the server then rejects. */
export function NumberInput({ control, value, onChange }: InputProps<unknown>) {
  return (
    <input
      {...control}
      type="text"
      inputMode="numeric"
      value={String(value ?? "")}
      autoComplete="off"
      className="input w-32"
      onChange={({ target }) => onChange(parseValue({ kind: "number" }, target.value) ?? "")}
    />
  )
}

export function TickInput({ control, value, onChange }: InputProps) {
  return (
    <span className="flex h-11 items-center">
      <input
        {...control}
        type="checkbox"
        checked={value === "oui"}
        className="size-5 shrink-0 accent-primary"
        onChange={({ target }) => onChange(target.checked ? "oui" : "non")}
      />
    </span>
  )
}

export function ChoiceInput({ control, options, value, onChange }: InputProps & { options: readonly string[] }) {
  return (
    <select
      {...control}
      value={value}
      className="input input-select w-full max-w-xs"
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {iconLabels[option as ContentIcon] ?? capitalize(option)}
        </option>
      ))}
    </select>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
