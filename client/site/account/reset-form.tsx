import { useNavigate } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { failureKind, failureText } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { InputField } from "#client/ui/field.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm } from "./account-form.tsx"
import { accountLinks } from "./link-texts.ts"

const texts = accountLinks.reset

interface ResetFormProps {
  token: string
  email: string
  rejection: FormRejection | undefined
}

/** The new password can be shown, so that it has to be typed twice only without JavaScript. */
export function ResetForm({ token, email, rejection }: ResetFormProps) {
  const navigate = useNavigate()
  const { client } = useApi()
  const { form, outcome, errors, isSending } = useForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/accounts.ts")).PasswordOnce,
    async send({ password }) {
      await client.accounts.resetPassword.mutate({ token, password, confirmPassword: password })
      // The new password opens no session by itself.
      await navigate({ to: "/login", search: { reinitialise: true } })
    },
    explain(error) {
      const text = failureText(error)
      return failureKind(error) === "network" ? texts.networkPrefix + (text ?? "") : (text ?? texts.failed)
    },
  })
  return (
    <AccountForm {...form} action={`/reinitialiser/${token}`} outcome={outcome} isSending={isSending} texts={texts}>
      {/* The field tells a password manager whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={texts.password}
        help={texts.help}
        error={errors.password ?? errors.confirmPassword}
        autoComplete="new-password"
      />
      <noscript>
        <InputField
          name="confirmPassword"
          label={texts.confirmPassword}
          error={errors.confirmPassword}
          type="password"
          autoComplete="new-password"
        />
      </noscript>
    </AccountForm>
  )
}
