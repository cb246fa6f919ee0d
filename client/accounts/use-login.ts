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

/** Leads to the page that required the log-in, else to the dashboard or home. */
export function useLogin(
  form: RefObject<HTMLFormElement | null>,
  target: string | undefined,
  rejection?: FormRejection,
) {
  const router = useRouter()
  const { client, queries } = useApi()
  const signIn = useMutation(mutationOf(client.accounts.signIn.mutate))
  const [failure, setFailure] = useState(rejection?.message)
  const { errors, reading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

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
      else await router.navigate({ to: account.role !== "user" ? "/admin/dashboard" : "/" })
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
