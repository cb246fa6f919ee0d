import { InputField } from "#client/ui/field.tsx"

interface CodeFieldProps {
  label: string
  help: string
  error: string | undefined
  autoFocus?: boolean
}

/** The field accepts spaces in a one-time code, since the server leaves them out. */
export function CodeField(props: CodeFieldProps) {
  return (
    <InputField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      spellCheck={false}
    />
  )
}
