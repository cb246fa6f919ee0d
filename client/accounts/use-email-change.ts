import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { useConfirmation } from "#client/confirmation/use-confirmation.tsx"
import { account as copy } from "#client/copy/admin-account.ts"
import { confirmation } from "#client/copy/confirmation.ts"
import { needsConfirmation, rejectedFields } from "#client/failures.ts"
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
  const { confirm, dialog } = useConfirmation()
  const [outcome, setOutcome] = useState<Outcome>()
  const { errors, read, showErrors, clearError } = useFormErrors(form)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setOutcome(undefined)
    const change = await read(loadSchema)
    if (!change) return
    try {
      await confirm(() => request.mutateAsync(change))
      form.current?.reset()
      setOutcome({ tone: "success", text: copy.email.done(change.email) })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) showErrors(fields)
      else
        setOutcome({ tone: "error", text: needsConfirmation(error) ? confirmation.cancelled : accountFailure(error) })
    }
  }

  return { outcome, errors, sending: request.isPending, submit, clearError, dialog }
}
