import { useApi } from "#client/app/api.ts"
import { failureKind, failureText, isCode } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField, NewPasswordFields } from "./account-form.tsx"
import { invitation as texts } from "./invitation-texts.ts"
import { useSignedIn } from "./use-signed-in.ts"

interface InvitationFormProps {
  token: string
  /** The invited e-mail address; undefined if the invited person chooses one. */
  email: string | undefined
  rejection: FormRejection | undefined
}

export function InvitationForm({ token, email, rejection }: InvitationFormProps) {
  const { client } = useApi()
  const onSignedIn = useSignedIn()
  const { form, outcome, errors, isSending } = useForm({
    rejection,
    loadSchema: async () => (await import("#server/contract/users.ts")).InvitationAcceptance,
    send: async (acceptance) => onSignedIn(await client.users.acceptInvitation.mutate(acceptance)),
    explain(error) {
      if (isCode(error, "not_found")) return void location.reload()
      return failureKind(error) === "network" ? texts.network : (failureText(error) ?? texts.failed)
    },
  })
  const typed = rejection?.values ?? {}
  return (
    <AccountForm {...form} action={`/invitation/${token}`} outcome={outcome} isSending={isSending} texts={texts}>
      <input type="hidden" name="token" value={token} />
      <InputField
        name="username"
        label={texts.username}
        help={texts.usernameHelp}
        error={errors.username}
        autoComplete="nickname"
        defaultValue={typed.username ?? ""}
      />
      {email ? (
        <InputField
          name="email"
          label={texts.email}
          help={texts.emailHelp}
          error={errors.email}
          type="email"
          autoComplete="username"
          readOnly
          value={email}
        />
      ) : (
        <EmailField label={texts.email} error={errors.email} defaultValue={typed.email} />
      )}
      <NewPasswordFields texts={texts} errors={errors} />
    </AccountForm>
  )
}
