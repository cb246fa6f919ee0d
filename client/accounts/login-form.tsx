import { Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { accounts } from "#client/copy/accounts.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField } from "./account-form.tsx"
import { useLogin } from "./use-login.ts"

const copy = accounts.login

interface LoginFormProps {
  /** The path to go to afterwards. */
  target: string | undefined
  registrationOpen: boolean
  rejection?: FormRejection | undefined
}

export function LoginForm({ target, registrationOpen, rejection }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(rejection?.values.email)
  const { failure, errors, isSending, submit, clearError, passkey } = useLogin(form, target, rejection)
  return (
    <AccountForm
      ref={form}
      action="/login"
      outcome={failure ? { tone: "error", text: failure } : undefined}
      isSending={isSending}
      onSubmit={submit}
      onInput={(event) => {
        clearError(event)
        setEmail(form.current?.email.value)
      }}
      copy={copy}
      alternative={
        <button
          type="button"
          disabled={passkey.isAsking}
          className="needs-script btn btn-outline btn-primary"
          onClick={passkey.ask}
        >
          {copy.passkey}
        </button>
      }
      other={registrationOpen ? { to: "/register", question: copy.toRegister, label: copy.register } : undefined}
      below={
        <p>
          <Link to="/mot-de-passe-oublie" state={{ email }} className="link-inline inline-block min-h-11 py-2">
            {copy.forgotten}
          </Link>
        </p>
      }
    >
      {target && <input type="hidden" name="redirect" value={target} />}
      <EmailField
        label={copy.email}
        error={errors.email}
        defaultValue={rejection?.values.email}
        autoComplete="username webauthn"
      />
      <InputField
        name="password"
        label={copy.password}
        error={errors.password}
        type="password"
        autoComplete="current-password"
      />
    </AccountForm>
  )
}
