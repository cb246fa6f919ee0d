import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import { accounts } from "#client/copy/accounts.ts"
import { failureKind, failureText } from "#client/failures.ts"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField } from "./account-form.tsx"
import { useAccountForm } from "./use-account-form.ts"
import { usePasskeyLogin } from "./use-passkey-login.ts"
import { useSignedIn } from "./use-signed-in.ts"

const copy = accounts.login

interface LoginFormProps {
  /** The path to go to afterwards. */
  target: string | undefined
  registrationOpen: boolean
  rejection?: FormRejection | undefined
}

export function LoginForm({ target, registrationOpen, rejection }: LoginFormProps) {
  const [email, setEmail] = useState(rejection?.values.email)
  const { client } = useApi()
  const onSignedIn = useSignedIn(target)
  const { form, outcome, errors, isSending, submit, clearError, showFailure } = useAccountForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/accounts.ts")).Credentials,
    send: async (credentials) => onSignedIn(await client.accounts.signIn.mutate(credentials)),
    explain: (error) => (failureKind(error) === "network" ? copy.network : (failureText(error) ?? copy.failed)),
  })
  const passkey = usePasskeyLogin(form, { onSignedIn, onFailure: showFailure })
  return (
    <AccountForm
      ref={form}
      action="/login"
      outcome={outcome}
      isSending={isSending}
      onSubmit={submit}
      onInput={(event) => {
        clearError(event)
        setEmail(form.current?.email.value)
      }}
      copy={copy}
      alternative={
        <BusyButton
          isBusy={passkey.isAsking}
          className="needs-script btn btn-outline btn-primary"
          onClick={passkey.ask}
        >
          {copy.passkey}
        </BusyButton>
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
