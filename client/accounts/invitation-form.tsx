import { useRef } from "react"
import { invitation as copy } from "#client/copy/invitation.ts"
import { InputField } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { AccountForm, EmailField, NewPasswordFields } from "./account-form.tsx"
import { useInvitation } from "./use-invitation.ts"

interface InvitationFormProps {
  token: string
  /** The e-mail address that is invited; undefined where its holder chooses one. */
  email: string | undefined
  rejection: FormRejection | undefined
}

export function InvitationForm({ token, email, rejection }: InvitationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { failure, errors, isSending, submit, clearError } = useInvitation(form, rejection)
  const typed = rejection?.values ?? {}
  return (
    <AccountForm
      ref={form}
      action={`/invitation/${token}`}
      outcome={failure ? { tone: "error", text: failure } : undefined}
      isSending={isSending}
      onSubmit={submit}
      onInput={clearError}
      copy={copy}
      other={undefined}
    >
      <input type="hidden" name="token" value={token} />
      <InputField
        name="username"
        label={copy.username}
        help={copy.usernameHelp}
        error={errors.username}
        autoComplete="nickname"
        defaultValue={typed.username ?? ""}
      />
      {email ? (
        <InputField
          name="email"
          label={copy.email}
          help={copy.emailHelp}
          error={errors.email}
          type="email"
          autoComplete="username"
          readOnly
          value={email}
        />
      ) : (
        <EmailField label={copy.email} error={errors.email} defaultValue={typed.email} />
      )}
      <NewPasswordFields copy={copy} errors={errors} />
    </AccountForm>
  )
}
