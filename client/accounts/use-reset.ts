import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { accountLinks } from "#client/copy/accounts-links.ts"
import { failureKind, failureText, rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"

const copy = accountLinks.reset

/** A success leads to the log-in, since the new password opens no session by itself. */
export function useReset(form: RefObject<HTMLFormElement | null>, token: string, rejection?: FormRejection) {
  const navigate = useNavigate()
  const { client } = useApi()
  const reset = useMutation(mutationOf(client.accounts.resetPassword.mutate))
  const [failure, setFailure] = useState(rejection?.message)
  const { errors, isReading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    const typed = await read(async () => (await import("#server/contract/accounts.ts")).PasswordOnce)
    if (!typed) return
    const { password } = typed
    try {
      await reset.mutateAsync({ token, password, confirmPassword: password })
      await navigate({ to: "/login", search: { reinitialise: true } })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) showErrors(fields)
      else setFailure(explain(error))
    }
  }

  return { failure, errors, isSending: isReading || reset.isPending, submit, clearError }
}

function explain(error: unknown): string {
  const text = failureText(error)
  return failureKind(error) === "network" ? copy.networkPrefix + (text ?? "") : (text ?? copy.failed)
}
