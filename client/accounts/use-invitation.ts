import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { invitation as copy } from "#client/copy/invitation.ts"
import { failureKind, failureText, isCode, rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import { useSignedIn } from "./use-signed-in.ts"

const loadSchema = async () => (await import("#server/contract/users.ts")).InvitationAcceptance

/** Leads to the dashboard or home, signed in. */
export function useInvitation(form: RefObject<HTMLFormElement | null>, rejection: FormRejection | undefined) {
  const { client } = useApi()
  const onSignedIn = useSignedIn()
  const accept = useMutation(mutationOf(client.users.acceptInvitation.mutate))
  const [failure, setFailure] = useState(rejection?.message)
  const { errors, isReading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = await read(loadSchema)
    if (!typed) return
    setFailure(undefined)
    try {
      await onSignedIn(await accept.mutateAsync(typed))
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) return showErrors(fields)
      if (isCode(error, "not_found")) return location.reload()
      setFailure(failureKind(error) === "network" ? errorCopy.login.network : (failureText(error) ?? copy.failed))
    }
  }

  return { failure, errors, isSending: isReading || accept.isPending, submit, clearError }
}
