import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { failureKind, failureText, rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import { usePasskeyLogin } from "./use-passkey-login.ts"
import { useSignedIn } from "./use-signed-in.ts"

const loadSchema = async () => (await import("#server/contract/accounts.ts")).Credentials

/** Signs in with the password, or with a passkey. */
export function useLogin(
  form: RefObject<HTMLFormElement | null>,
  target: string | undefined,
  rejection?: FormRejection,
) {
  const { client } = useApi()
  const onSignedIn = useSignedIn(target)
  const signIn = useMutation(mutationOf(client.accounts.signIn.mutate))
  const [failure, setFailure] = useState(rejection?.message)
  const passkey = usePasskeyLogin(form, { onSignedIn, onFailure: setFailure })
  const { errors, isReading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const credentials = await read(loadSchema)
    if (!credentials) return
    setFailure(undefined)
    try {
      await onSignedIn(await signIn.mutateAsync(credentials))
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) return showErrors(fields)
      setFailure(
        failureKind(error) === "network" ? errorCopy.login.network : (failureText(error) ?? errorCopy.login.fallback),
      )
    }
  }

  return { failure, errors, isSending: isReading || signIn.isPending, submit, clearError, passkey }
}
