import { useRef } from "react"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm } from "./account-form.tsx"
import { useReset } from "./use-reset.ts"

const copy = accountLinks.reset

interface ResetFormProps {
  token: string
  email: string
  rejection: FormRejection | undefined
}

export function ResetForm({ token, email, rejection }: ResetFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { failure, errors, sending, submit, clearError } = useReset(form, token, rejection)
  return (
    <AccountForm
      ref={form}
      action={`/reinitialiser/${token}`}
      outcome={failure ? { tone: "error", text: failure } : undefined}
      sending={sending}
      onSubmit={submit}
      onInput={clearError}
      copy={copy}
      other={undefined}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <InputField
        name="password"
        label={copy.password}
        help={copy.help}
        error={errors.password}
        type="password"
        autoComplete="new-password"
      />
      <InputField
        name="confirmPassword"
        label={copy.confirmPassword}
        error={errors.confirmPassword}
        type="password"
        autoComplete="new-password"
      />
    </AccountForm>
  )
}
