import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type RefObject, useState } from "react"
import * as z from "zod/mini"
import { mutationOf, useApi } from "#client/api.ts"
import { account as copy } from "#client/copy/admin-account.ts"
import { rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import { accountFailure } from "./account-failure.ts"

/** The form has no confirmation field. */
async function loadSchema() {
  const { PasswordChange } = await import("#server/contract/accounts.ts")
  const confirm = z.transform((typed: Record<string, unknown>) => ({ ...typed, confirmPassword: typed.password }))
  return z.pipe(confirm, PasswordChange)
}

interface Outcome {
  tone: "success" | "error"
  text: string
}

export function usePasswordChange(form: RefObject<HTMLFormElement | null>) {
  const { client, queries } = useApi()
  const change = useMutation(mutationOf(client.accounts.changePassword.mutate))
  const [outcome, setOutcome] = useState<Outcome>()
  const { errors, read, showErrors, clearError } = useFormErrors(form)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setOutcome(undefined)
    const passwords = await read(loadSchema)
    if (!passwords) return
    try {
      await change.mutateAsync(passwords)
      form.current?.reset()
      // The others have ended.
      void queries.accounts.sessions.invalidate()
      setOutcome({ tone: "success", text: copy.password.done })
    } catch (error) {
      const fields = rejectedFields(error)
      if (fields) showErrors(fields)
      else setOutcome({ tone: "error", text: accountFailure(error) })
    }
  }

  return { outcome, errors, saving: change.isPending, submit, clearError }
}
