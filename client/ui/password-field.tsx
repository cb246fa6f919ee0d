import { useState } from "react"
import { Field, type InputFieldProps } from "./field.tsx"
import { passwordTexts as texts } from "./texts.ts"

/** A password that can be shown while it is typed, which on a phone is the only way to see a slip. */
export function PasswordField({ label, name, help, error, ...input }: InputFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const props = { required: true, autoFocus: error !== undefined, ...input }
  return (
    <Field label={label} name={name} help={help} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...control}
            {...props}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className="input w-full min-w-0 flex-1 basis-40"
          />
          <button type="button" className="needs-script btn btn-outline" onClick={() => setIsShown(!isShown)}>
            {isShown ? texts.hide : texts.show}
            <span className="sr-only">{`\u00a0: ${label}`}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
