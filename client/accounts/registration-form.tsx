import { useNavigate } from "@tanstack/react-router"
import { useApi } from "#client/api.ts"
import { accounts } from "#client/copy/accounts.ts"
import { failureKind, failureText } from "#client/failures.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField, NewPasswordFields } from "./account-form.tsx"
import { useAccountForm } from "./use-account-form.ts"

const copy = accounts.registration

const LOGIN_AFTER_MS = 1500

/** A success leads to the login page, after a delay in which the banner can be read. */
export function RegistrationForm({ rejection }: { rejection?: FormRejection | undefined }) {
  const navigate = useNavigate()
  const { client } = useApi()
  const { form, outcome, errors, isSending, submit, clearError } = useAccountForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/accounts.ts")).Registration,
    async send(registration) {
      await client.accounts.register.mutate(registration)
      const here = location.pathname
      // A visitor who has left the page stays where they are.
      setTimeout(() => location.pathname === here && navigate({ to: "/login" }), LOGIN_AFTER_MS)
    },
    successText: copy.done,
    explain,
    explainsFieldErrors: true,
  })
  const typed = rejection?.values ?? {}
  return (
    <AccountForm
      ref={form}
      action="/register"
      outcome={outcome}
      isSending={isSending || outcome?.tone === "success"}
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

function explain(error: unknown): string {
  switch (failureKind(error)) {
    case "rejected":
      return failureText(error) || copy.failed
    case "malformed":
      return copy.unexpected
    case "network":
      return copy.networkPrefix + (failureText(error) ?? "")
  }
}
