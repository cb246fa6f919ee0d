import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { reauthentication as copy } from "#client/copy/reauthentication.ts"
import { failureText } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"
import { passkeyFailure, verifyWithPasskey } from "./passkey-ceremony.ts"
import { passkeyUnsupportedReason } from "./passkey-support.ts"

/** Asks for the password of the signed-in account, or for a passkey if it has one. */
export function ReauthenticationForm({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { client, queries } = useApi()
  const form = useRef<HTMLFormElement>(null)
  const { data: choices } = useQuery(queries.factors.choices.queryOptions())
  const byPassword = useMutation({ ...mutationOf(client.accounts.reauthenticate.mutate), onSuccess: onReauthenticated })
  const byPasskey = useMutation({ mutationFn: () => verifyWithPasskey(client), onSuccess: onReauthenticated })
  const failure = byPassword.isError
    ? (failureText(byPassword.error) ?? copy.notReauthenticated)
    : byPasskey.isError
      ? passkeyFailure(byPasskey.error)
      : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    byPasskey.reset()
    const password = form.current && new FormData(form.current).get("password")
    if (typeof password === "string") byPassword.mutate({ password })
  }

  function askForPasskey() {
    byPassword.reset()
    byPasskey.mutate()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <p>{copy.lead}</p>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      {choices?.hasPasskey && !passkeyUnsupportedReason() && (
        <>
          <button type="button" disabled={byPasskey.isPending} className="btn btn-primary" onClick={askForPasskey}>
            {byPasskey.isPending ? copy.submitting : copy.passkey}
          </button>
          <p className="text-center text-base-content/75">{copy.or}</p>
        </>
      )}
      <InputField name="password" label={copy.password} type="password" autoComplete="current-password" />
      <button type="submit" disabled={byPassword.isPending} className="btn btn-primary justify-self-end">
        {byPassword.isPending ? copy.submitting : copy.submit}
      </button>
    </form>
  )
}
