import { useMutation } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { invitation as copy } from "#client/copy/invitation.ts"
import { failureKind, failureText, isCode, rejectedFields } from "#client/failures.ts"
import { storeToken } from "#client/session.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"

const loadSchema = async () => (await import("#server/contract/users.ts")).InvitationAcceptance

/** Leads to the dashboard or home, signed in. */
export function useInvitation(form: RefObject<HTMLFormElement | null>, rejection: FormRejection | undefined) {
  const router = useRouter()
  const { client, queries } = useApi()
  const accept = useMutation(mutationOf(client.users.acceptInvitation.mutate))
  const [failure, setFailure] = useState(rejection?.message)
  const { errors, reading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = await read(loadSchema)
    if (!typed) return
    setFailure(undefined)
    try {
      const { token, account } = await accept.mutateAsync(typed)
      storeToken(token)
      queries.accounts.me.setData(undefined, account)
      // The link works no longer: going back must not lead to it.
      await router.navigate({ to: account.role !== "user" ? "/admin/dashboard" : "/", replace: true })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) return showErrors(fields)
      if (isCode(error, "not_found")) return location.reload()
      setFailure(failureKind(error) === "network" ? errorCopy.login.network : (failureText(error) ?? copy.failed))
    }
  }

  return { failure, errors, sending: reading || accept.isPending, submit, clearError }
}
