import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { confirmation as copy } from "#client/copy/confirmation.ts"
import { failureText } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { InputField } from "#client/ui/field.tsx"

/** Asks for the password of the signed-in account. */
export function ConfirmationForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { client } = useApi()
  const form = useRef<HTMLFormElement>(null)
  const verify = useMutation({ ...mutationOf(client.accounts.confirmPassword.mutate), onSuccess: onConfirmed })

  function submit(event: FormEvent) {
    event.preventDefault()
    const password = form.current && new FormData(form.current).get("password")
    if (typeof password === "string") verify.mutate({ password })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <p>{copy.lead}</p>
      {verify.isError && <Banner tone="error">{failureText(verify.error) ?? ""}</Banner>}
      <InputField name="password" label={copy.password} type="password" autoComplete="current-password" />
      <button type="submit" disabled={verify.isPending} className="btn btn-primary justify-self-end">
        {verify.isPending ? copy.submitting : copy.submit}
      </button>
    </form>
  )
}
