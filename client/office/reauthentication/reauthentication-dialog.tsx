import { useMutation, useQuery } from "@tanstack/react-query"
import type { FormEvent } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { failureText, rejectedFields } from "#client/app/failures.ts"
import { passkeyFailure, verifyWithPasskey } from "#client/app/passkey-ceremony.ts"
import { passkeyUnsupportedReason } from "#client/app/passkey-support.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import { reauthentication as texts } from "./texts.ts"

interface ReauthenticationDialogProps {
  onReauthenticated: () => void
  onClose: () => void
}

export function ReauthenticationDialog({ onReauthenticated, onClose }: ReauthenticationDialogProps) {
  return (
    <ModalDialog title={texts.title} isSmall onClose={onClose}>
      <ReauthenticationForm onReauthenticated={onReauthenticated} />
    </ModalDialog>
  )
}

/** Asks for the password of the signed-in account, or for a passkey if it has one. */
function ReauthenticationForm({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { client, queries } = useApi()
  const { data: choices } = useQuery(queries.factors.choices.queryOptions())
  const byPassword = useMutation({ ...mutationOf(client.accounts.reauthenticate.mutate), onSuccess: onReauthenticated })
  const byPasskey = useMutation({ mutationFn: () => verifyWithPasskey(client), onSuccess: onReauthenticated })
  const fieldError = byPassword.isError ? rejectedFields(byPassword.error)?.password : undefined
  const failure =
    byPassword.isError && fieldError === undefined
      ? (failureText(byPassword.error) ?? texts.notReauthenticated)
      : byPasskey.isError
        ? passkeyFailure(byPasskey.error)
        : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    byPasskey.reset()
    byPassword.mutate({ password: String(new FormData(event.currentTarget).get("password")) })
  }

  function askForPasskey() {
    byPassword.reset()
    byPasskey.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>{texts.lead}</p>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      {choices?.hasPasskey && !passkeyUnsupportedReason() && (
        <>
          <BusyButton isBusy={byPasskey.isPending} className="btn btn-primary" onClick={askForPasskey}>
            {byPasskey.isPending ? texts.submitting : texts.passkey}
          </BusyButton>
          <p className="text-center text-base-content/75">{texts.or}</p>
        </>
      )}
      <PasswordField
        data-autofocus
        name="password"
        label={texts.password}
        error={fieldError}
        autoComplete="current-password"
      />
      <BusyButton type="submit" isBusy={byPassword.isPending} className="btn btn-primary justify-self-end">
        {byPassword.isPending ? texts.submitting : texts.submit}
      </BusyButton>
    </form>
  )
}
