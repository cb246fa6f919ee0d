import { useMutation } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { failureKind, failureText, rejectedFields } from "#client/failures.ts"
import { storeToken } from "#client/session.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"

const loadSchema = async () => (await import("#server/contract/accounts.ts")).Credentials

/** Log-in: the token into both storages, then the administrator to the dashboard and others home (specification §4). */
export function useLogin(form: RefObject<HTMLFormElement | null>, target: string | undefined, refusal?: FormRejection) {
  const router = useRouter()
  const { client, queries } = useApi()
  const signIn = useMutation(mutationOf(client.accounts.signIn.mutate))
  const [failure, setFailure] = useState(refusal?.message)
  const { errors, reading, read, showErrors, clearError } = useFormErrors(form, refusal?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const credentials = await read(loadSchema)
    if (!credentials) return
    setFailure(undefined)
    try {
      const { token, account } = await signIn.mutateAsync(credentials)
      storeToken(token)
      queries.accounts.me.setData(undefined, account)
      if (target) router.history.push(target)
      else await router.navigate({ to: account.role === "admin" ? "/admin/dashboard" : "/" })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) return showErrors(fields)
      setFailure(
        failureKind(error) === "network" ? errorCopy.login.network : (failureText(error) ?? errorCopy.login.fallback),
      )
    }
  }

  return { failure, errors, sending: reading || signIn.isPending, submit, clearError }
}
