import { Link } from "@tanstack/react-router"
import { useRef } from "react"
import { accounts } from "#client/copy/accounts.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { useLogin } from "./use-login.ts"

const copy = accounts.login

interface LoginFormProps {
  /** Where to go afterwards. */
  target: string | undefined
  rejection?: FormRejection | undefined
}

/** Posts to a URL, so that it works before the script is loaded and without JavaScript. */
export function LoginForm({ target, rejection }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { failure, errors, sending, submit, clearError } = useLogin(form, target, rejection)
  return (
    <form
      ref={form}
      action="/login"
      method="post"
      noValidate
      onSubmit={submit}
      onInput={clearError}
      className="grid gap-5"
    >
      {failure && (
        <Banner tone="error" scrollIntoView>
          {failure}
        </Banner>
      )}
      {target && <input type="hidden" name="redirect" value={target} />}
      <InputField
        name="email"
        label={copy.email}
        error={errors.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={rejection?.values.email ?? ""}
      />
      <InputField
        name="password"
        label={copy.password}
        error={errors.password}
        type="password"
        autoComplete="current-password"
      />
      <button type="submit" disabled={sending} className="btn btn-primary btn-lg">
        {sending ? copy.submitting : copy.submit}
      </button>
      <p>
        {copy.toRegister}{" "}
        <Link to="/register" className="link-inline">
          {copy.register}
        </Link>
      </p>
    </form>
  )
}
