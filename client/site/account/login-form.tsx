import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { accounts } from "#client/app/account-texts.ts"
import { useApi } from "#client/app/api.ts"
import { failureKind, failureText } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField } from "./account-form.tsx"
import { usePasskeyLogin } from "./use-passkey-login.ts"
import { useSignedIn } from "./use-signed-in.ts"

const texts = accounts.login

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
  const { form, outcome, errors, isSending, showFailure } = useForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/accounts.ts")).Credentials,
    send: async (credentials) => onSignedIn(await client.accounts.signIn.mutate(credentials)),
    explain: (error) => (failureKind(error) === "network" ? texts.network : (failureText(error) ?? texts.failed)),
  })
  const passkey = usePasskeyLogin(form.ref, { onSignedIn, onFailure: showFailure })
  return (
    <AccountForm
      {...form}
      action="/login"
      outcome={outcome}
      isSending={isSending}
      onInput={(event) => {
        form.onInput(event)
        setEmail(form.ref.current?.email.value)
      }}
      texts={texts}
      alternative={
        <BusyButton
          isBusy={passkey.isAsking}
          className="needs-script btn btn-outline btn-primary"
          onClick={passkey.ask}
        >
          {texts.passkey}
        </BusyButton>
      }
      other={registrationOpen ? { to: "/register", question: texts.toRegister, label: texts.register } : undefined}
      below={
        <p>
          <Link to="/mot-de-passe-oublie" state={{ email }} className="link-inline inline-block min-h-11 py-2">
            {texts.forgotten}
          </Link>
        </p>
      }
    >
      {target && <input type="hidden" name="redirect" value={target} />}
      <EmailField
        label={texts.email}
        error={errors.email}
        defaultValue={rejection?.values.email}
        autoComplete="username webauthn"
      />
      <PasswordField name="password" label={texts.password} error={errors.password} autoComplete="current-password" />
    </AccountForm>
  )
}
