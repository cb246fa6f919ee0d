import { type RefObject, useState } from "react"
import { flushSync } from "react-dom"
import type { $ZodType, output } from "zod/v4/core"
import { safeParse } from "zod/v4/core"
import { fieldErrors } from "#client/failures.ts"

type Errors = Record<string, string>

/** A form's errors under its fields; the first field in error gets the focus. */
export function useFormErrors(form: RefObject<HTMLFormElement | null>, given: Errors = {}) {
  const [errors, setErrors] = useState<Errors>(given)

  function refuse(found: Errors) {
    flushSync(() => setErrors(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /** What is typed, when the schema takes it. */
  function read<Schema extends $ZodType>(schema: Schema): output<Schema> | undefined {
    if (!form.current) return undefined
    const { success, data, error } = safeParse(schema, Object.fromEntries(new FormData(form.current)))
    if (success) setErrors({})
    else refuse(fieldErrors(error))
    return data
  }

  return { errors, read, refuse }
}
