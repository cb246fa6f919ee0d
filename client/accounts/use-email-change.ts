import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { account as copy } from "#client/copy/admin-account.ts"
import { reauthentication } from "#client/copy/reauthentication.ts"
import { rejectedFields } from "#client/failures.ts"
import { needsReauthentication, useReauthentication } from "#client/reauthentication/use-reauthentication.tsx"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import { accountFailure } from "./account-failure.ts"

const loadSchema = async () => (await import("#server/contract/accounts.ts")).EmailChange

interface Outcome {
  tone: "success" | "error"
  text: string
}

export function useEmailChange(form: RefObject<HTMLFormElement | null>) {
  const { client } = useApi()
  const request = useMutation(mutationOf(client.accounts.requestEmailChange.mutate))
  const { withReauthentication, dialog } = useReauthentication()
  const [outcome, setOutcome] = useState<Outcome>()
  const { errors, read, showErrors, clearError } = useFormErrors(form)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setOutcome(undefined)
    const change = await read(loadSchema)
    if (!change) return
    try {
      await withReauthentication(() => request.mutateAsync(change))
      form.current?.reset()
      setOutcome({ tone: "success", text: copy.email.done(change.email) })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) showErrors(fields)
      else
        setOutcome({
          tone: "error",
          text: needsReauthentication(error) ? reauthentication.cancelled : accountFailure(error),
        })
    }
  }

  return { outcome, errors, isSending: request.isPending, submit, clearError, dialog }
}
