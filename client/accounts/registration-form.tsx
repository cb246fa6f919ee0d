import { Link } from "@tanstack/react-router"
import { useRef } from "react"
import { accounts } from "#client/copy/accounts.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { useRegistration } from "./use-registration.ts"

const copy = accounts.registration

/** Posts to a URL, so that it works before the script is loaded and without JavaScript. */
export function RegistrationForm({ rejection }: { rejection?: FormRejection | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const { outcome, errors, sending, submit, clearError } = useRegistration(form, rejection)
  const typed = rejection?.values ?? {}
  return (
    <form
      ref={form}
      action="/register"
      method="post"
      noValidate
      onSubmit={submit}
      onInput={clearError}
      className="grid gap-5"
    >
      {outcome && (
        <Banner tone={outcome.tone} scrollIntoView>
          {outcome.text}
        </Banner>
      )}
      <InputField
        name="username"
        label={copy.username}
        error={errors.username}
        autoComplete="nickname"
        autoCapitalize="none"
        defaultValue={typed.username ?? ""}
      />
      <InputField
        name="email"
        label={copy.email}
        error={errors.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={typed.email ?? ""}
      />
      <InputField
        name="password"
        label={copy.password}
        help={copy.passwordHelp}
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
      <button type="submit" disabled={sending} className="btn btn-primary btn-lg">
        {sending ? copy.submitting : copy.submit}
      </button>
      <p>
        {copy.toLogin}{" "}
        <Link to="/login" className="link-inline">
          {copy.login}
        </Link>
      </p>
    </form>
  )
}
