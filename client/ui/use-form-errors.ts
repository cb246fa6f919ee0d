import { type FormEvent, type RefObject, useState } from "react"
import { flushSync } from "react-dom"
import type { output, ZodMiniType } from "zod/mini"
import { fieldErrors } from "#client/failures.ts"

type Errors = Record<string, string>

/** A form's errors under its fields; the first field in error gets the focus. */
export function useFormErrors(form: RefObject<HTMLFormElement | null>, given: Errors = {}) {
  const [errors, setErrors] = useState<Errors>(given)
  const [reading, setReading] = useState(false)

  function refuse(found: Errors) {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /**
   * What is typed, when the schema takes it. Schemas are fetched with the first form that is sent; where that fails,
   * the server judges alone.
   */
  async function read<Schema extends ZodMiniType>(load: () => Promise<Schema>): Promise<output<Schema> | undefined> {
    if (reading) return undefined
    setReading(true)
    const schema = await load().catch(() => undefined)
    setReading(false)
    if (!form.current) return undefined
    const typed = Object.fromEntries(new FormData(form.current))
    if (!schema) return typed as output<Schema>
    const { success, data, error } = schema.safeParse(typed)
    if (success) setErrors({})
    else refuse(fieldErrors(error))
    return data
  }

  /** For the form's onInput: what was said of a field is no longer true of what is being typed. */
  function forget({ target }: FormEvent) {
    const { name } = target as HTMLInputElement
    if (errors[name]) setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)))
  }

  return { errors, reading, read, refuse, forget }
}
