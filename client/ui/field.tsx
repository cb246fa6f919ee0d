import { type ComponentProps, type ReactNode, useId } from "react"
import { Icon } from "#client/icons/icon.tsx"

/** The props of a field's input, select or textarea. */
export interface ControlProps {
  id: string
  name: string
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

interface FieldProps {
  label: string
  name: string
  help?: string | undefined
  /** « obligatoire » or « facultatif », shown beside the label. */
  mark?: string | undefined
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, name, help, mark, error, children }: FieldProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className={`font-semibold ${error ? "text-error" : ""}`}>
          {label}
        </label>
        {mark && <span className="text-sm text-base-content/75">{mark}</span>}
      </div>
      {children({ id, name, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="text-sm text-base-content/75">
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-center gap-1.5 text-sm font-medium text-error">
      <Icon name="alert" className="size-4" />
      {children}
    </p>
  )
}

export type InputFieldProps = Omit<FieldProps, "mark" | "children"> &
  Omit<ComponentProps<"input">, keyof FieldProps | keyof ControlProps>

/** A field with an input of one line, which is required by default. The first invalid one has the focus. */
export function InputField({ label, name, help, error, ...input }: InputFieldProps) {
  const props = { required: true, autoFocus: error !== undefined, ...input }
  return (
    <Field label={label} name={name} help={help} error={error}>
      {(control) => <input {...control} {...props} className="input w-full" />}
    </Field>
  )
}
