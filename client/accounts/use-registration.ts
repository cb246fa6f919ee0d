import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, type RefObject, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { accounts } from "#client/copy/accounts.ts"
import { errors as errorCopy } from "#client/copy/errors.ts"
import { failureKind, failureText, rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { FormRejection } from "#server/contract/forms.ts"

const LOGIN_AFTER_MS = 1500

const loadSchema = async () => (await import("#server/contract/accounts.ts")).Registration

interface Outcome {
  tone: "success" | "error"
  text: string
}

/** A success leads to the login page, after a delay in which the banner can be read. */
export function useRegistration(form: RefObject<HTMLFormElement | null>, rejection?: FormRejection) {
  const navigate = useNavigate()
  const { client } = useApi()
  const register = useMutation(mutationOf(client.accounts.register.mutate))
  const [outcome, setOutcome] = useState<Outcome | undefined>(rejection && { tone: "error", text: rejection.message })
  const { errors, isReading, read, showErrors, clearError } = useFormErrors(form, rejection?.errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setOutcome(undefined)
    const registration = await read(loadSchema)
    if (!registration) return
    try {
      await register.mutateAsync(registration)
      setOutcome({ tone: "success", text: accounts.registration.done })
      const here = location.pathname
      // A visitor who has left the page stays where they are.
      setTimeout(() => location.pathname === here && navigate({ to: "/login" }), LOGIN_AFTER_MS)
    } catch (error) {
      setOutcome({ tone: "error", text: explain(error) })
      const fields = rejectedFields(error)
      if (fields) showErrors(fields)
    }
  }

  return {
    outcome,
    errors,
    isSending: isReading || register.isPending || outcome?.tone === "success",
    submit,
    clearError,
  }
}

function explain(error: unknown): string {
  const { fallback, unexpected, networkPrefix } = errorCopy.registration
  switch (failureKind(error)) {
    case "rejected":
      return failureText(error) || fallback
    case "malformed":
      return unexpected
    case "network":
      return networkPrefix + (failureText(error) ?? "")
  }
}
