import { useRef, useState } from "react"
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

/** The new password can be shown, so that it has to be typed twice only without JavaScript. */
export function ResetForm({ token, email, rejection }: ResetFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(false)
  const { failure, errors, isSending, submit, clearError } = useReset(form, token, rejection)
  return (
    <AccountForm
      ref={form}
      action={`/reinitialiser/${token}`}
      outcome={failure ? { tone: "error", text: failure } : undefined}
      isSending={isSending}
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
        error={errors.password ?? errors.confirmPassword}
        type={shown ? "text" : "password"}
        autoComplete="new-password"
      />
      <noscript>
        <InputField
          name="confirmPassword"
          label={copy.confirmPassword}
          error={errors.confirmPassword}
          type="password"
          autoComplete="new-password"
        />
      </noscript>
      <label className="needs-script flex min-h-11 items-center gap-3 justify-self-start">
        <input
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          className="size-5 accent-primary"
        />
        {copy.show}
      </label>
    </AccountForm>
  )
}
