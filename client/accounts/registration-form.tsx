import { useRef } from "react"
import { accounts } from "#client/copy/accounts.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField, NewPasswordFields } from "./account-form.tsx"
import { useRegistration } from "./use-registration.ts"

const copy = accounts.registration

export function RegistrationForm({ rejection }: { rejection?: FormRejection | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const { outcome, errors, isSending, submit, clearError } = useRegistration(form, rejection)
  const typed = rejection?.values ?? {}
  return (
    <AccountForm
      ref={form}
      action="/register"
      outcome={outcome}
      isSending={isSending}
      onSubmit={submit}
      onInput={clearError}
      copy={copy}
      other={{ to: "/login", question: copy.toLogin, label: copy.login }}
    >
      <InputField
        name="username"
        label={copy.username}
        error={errors.username}
        autoComplete="nickname"
        autoCapitalize="none"
        defaultValue={typed.username ?? ""}
      />
      <EmailField label={copy.email} error={errors.email} defaultValue={typed.email} />
      <NewPasswordFields copy={copy} errors={errors} />
    </AccountForm>
  )
}
