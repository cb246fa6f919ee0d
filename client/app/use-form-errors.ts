import { type FormEvent, type RefObject, useState } from "react"
import { flushSync } from "react-dom"
import type { output, ZodMiniType } from "zod/mini"
import { fieldErrors } from "./failures.ts"

type Errors = Record<string, string>

/** Keeps the errors of an uncontrolled form by field name, and focuses the first invalid field. */
export function useFormErrors(form: RefObject<HTMLFormElement | null>, initial: Errors = {}) {
  const [errors, setErrors] = useState<Errors>(initial)
  const [isReading, setIsReading] = useState(false)

  function showErrors(found: Errors) {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /**
   * Returns the form's values if the schema accepts them. Public pages load the schema on the first submit; if that
   * fails, only the server validates.
   */
  async function read<Schema extends ZodMiniType>(
    load: () => Promise<Schema>,
    readForm: (form: FormData) => unknown = Object.fromEntries,
  ): Promise<output<Schema> | undefined> {
    if (isReading) return undefined
    setIsReading(true)
    const schema = await load().catch(() => undefined)
    setIsReading(false)
    if (!form.current) return undefined
    const values = readForm(new FormData(form.current))
    if (!schema) return values as output<Schema>
    const { success, data, error } = schema.safeParse(values)
    if (success) setErrors({})
    else showErrors(fieldErrors(error))
    return data
  }

  /** It handles the form's `onInput`. */
  function clearError({ target }: FormEvent) {
    const { [(target as HTMLInputElement).name]: cleared, ...others } = errors
    if (cleared) setErrors(others)
  }

  return { errors, isReading, read, setErrors, showErrors, clearError }
}
