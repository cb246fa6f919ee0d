import { useNavigate } from "@tanstack/react-router"
import { accounts } from "#client/app/account-texts.ts"
import { useApi } from "#client/app/api.ts"
import { failureKind, failureText } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField, NewPasswordFields } from "./account-form.tsx"

const texts = accounts.registration

const LOGIN_AFTER_MS = 1500

/** A success leads to the login page, after a delay in which the banner can be read. */
export function RegistrationForm({ rejection }: { rejection?: FormRejection | undefined }) {
  const navigate = useNavigate()
  const { client } = useApi()
  const { form, outcome, errors, isSending } = useForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/accounts.ts")).Registration,
    async send(registration) {
      await client.accounts.register.mutate(registration)
      const here = location.pathname
      // A visitor who has left the page stays where they are.
      setTimeout(() => location.pathname === here && navigate({ to: "/login" }), LOGIN_AFTER_MS)
    },
    successText: texts.done,
    explain,
    explainsFieldErrors: true,
  })
  const typed = rejection?.values ?? {}
  return (
    <AccountForm
      {...form}
      action="/register"
      outcome={outcome}
      isSending={isSending || outcome?.tone === "success"}
      texts={texts}
      other={{ to: "/login", question: texts.toLogin, label: texts.login }}
    >
      <InputField
        name="username"
        label={texts.username}
        error={errors.username}
        autoComplete="nickname"
        autoCapitalize="none"
        defaultValue={typed.username ?? ""}
      />
      <EmailField label={texts.email} error={errors.email} defaultValue={typed.email} />
      <NewPasswordFields texts={texts} errors={errors} />
    </AccountForm>
  )
}

function explain(error: unknown): string {
  switch (failureKind(error)) {
    case "rejected":
      return failureText(error) || texts.failed
    case "malformed":
      return texts.unexpected
    case "network":
      return texts.networkPrefix + (failureText(error) ?? "")
  }
}
