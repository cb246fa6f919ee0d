import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import type { output, ZodMiniType } from "zod/mini"
import type { FormRejection } from "#server/contract/forms.ts"
import { rejectedFields } from "./failures.ts"
import { useFormErrors } from "./use-form-errors.ts"

interface FormOptions<Schema extends ZodMiniType, Result> {
  loadSchema: () => Promise<Schema>
  /** Without it, each field is a text. */
  readForm?: (form: FormData) => unknown
  send: (typed: output<Schema>, form: HTMLFormElement) => Promise<Result>
  /** The text that is shown after a success if the form stays on the screen. */
  successText?: string | ((typed: output<Schema>, result: Result) => string)
  explain: (error: unknown) => string | undefined
  /** Whether the text of a failure is shown beside the errors of fields, too. */
  explainsFieldErrors?: boolean
  /** The server's rejection of a form that was sent without JavaScript. */
  rejection?: FormRejection | undefined
}

interface Outcome {
  tone: "success" | "error"
  text: string
}

/** Validates and sends an uncontrolled form, and tells how that ended. */
export function useForm<Schema extends ZodMiniType, Result>(options: FormOptions<Schema, Result>) {
  const { loadSchema, readForm, send, successText, explain, explainsFieldErrors = false, rejection } = options
  const ref = useRef<HTMLFormElement>(null)
  // The error handler of the mutation cache signs the user out if the session is rejected.
  const { mutateAsync, isPending, data } = useMutation({ mutationFn: (call: () => Promise<Result>) => call() })
  const [outcome, setOutcome] = useState(rejection && outcomeOf(rejection))
  const { errors, isReading, read, showErrors, clearError } = useFormErrors(ref, rejection?.errors)

  function show(tone: Outcome["tone"], text: string | undefined) {
    setOutcome(text === undefined ? undefined : { tone, text })
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { currentTarget } = event
    event.preventDefault()
    setOutcome(undefined)
    const typed = await read(loadSchema, readForm)
    if (!typed) return
    try {
      const result = await mutateAsync(() => send(typed, currentTarget))
      show("success", typeof successText === "function" ? successText(typed, result) : successText)
    } catch (error) {
      const fields = rejectedFields(error)
      if (!fields || explainsFieldErrors) show("error", explain(error))
      if (fields) showErrors(fields)
    }
  }

  return {
    /** The props of the form. */
    form: { ref, noValidate: true, onSubmit, onInput: clearError },
    /** What the last sending returned. */
    result: data,
    outcome,
    errors,
    isSending: isReading || isPending,
    showFailure: (text: string | undefined) => show("error", text),
  }
}

/** The errors of fields stand beside them. */
function outcomeOf({ message, errors }: FormRejection): Outcome | undefined {
  return Object.keys(errors).length === 0 ? { tone: "error", text: message } : undefined
}
