import { useRef, useState } from "react"
import { account } from "#client/copy/admin-account.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import { usePasswordChange } from "./use-password-change.ts"

const copy = account.password

/** The new password can be shown, so that it needs no confirmation field. */
export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(false)
  const { outcome, errors, saving, submit, clearError } = usePasswordChange(form)
  const type = shown ? "text" : "password"
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={clearError} className="grid max-w-md gap-5">
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <InputField
        name="currentPassword"
        label={copy.currentPassword}
        error={errors.currentPassword}
        type={type}
        autoComplete="current-password"
      />
      <InputField
        name="password"
        label={copy.next}
        help={copy.help}
        error={errors.password ?? errors.confirmPassword}
        type={type}
        autoComplete="new-password"
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 justify-self-start">
        <input
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          className="size-5 accent-primary"
        />
        {copy.show}
      </label>
      <button type="submit" disabled={saving} className="btn btn-primary justify-self-start">
        {saving ? copy.submitting : copy.submit}
      </button>
    </form>
  )
}
