import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { failureKind, failureText } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { InputField } from "#client/ui/field.tsx"
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
  const [shown, setShown] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // The box may have been ticked before hydration.
  useEffect(() => setShown(box.current?.checked === true), [])
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
      <InputField
        name="password"
        label={texts.password}
        help={texts.help}
        error={errors.password ?? errors.confirmPassword}
        type={shown ? "text" : "password"}
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
      <label className="needs-script flex min-h-11 items-center gap-3 justify-self-start">
        <input
          ref={box}
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          className="size-5 accent-primary"
        />
        {texts.show}
      </label>
    </AccountForm>
  )
}
