import { useState } from "react"
import { createUuid } from "#client/app/uuid.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { requestStatus } from "./texts.ts"

const { add: copy } = requestStatus

interface AdditionFormProps {
  token: string
  isAdded: boolean
  rejection: FormRejection | undefined
}

/** A plain form, which the browser posts with and without JavaScript. */
export function AdditionForm({ token, isAdded, rejection }: AdditionFormProps) {
  const [idempotencyKey] = useState(createUuid)
  const error = rejection?.errors.text
  const typed = { defaultValue: rejection?.values.text ?? "", autoFocus: rejection !== undefined }
  return (
    <section id="ajout" aria-labelledby="ajouter" className="mt-10">
      <h2 id="ajouter" className="text-h3">
        {copy.title}
      </h2>
      {isAdded && !rejection && (
        <div className="mt-4">
          <Banner tone="success">{copy.sent}</Banner>
        </div>
      )}
      {rejection && (
        <div className="mt-4">
          <Banner tone="error">{error ? copy.rejected : rejection.message}</Banner>
        </div>
      )}
      {/* The action has no fragment, since browsers ignore autofocus where the URL has one. */}
      <form action={`/demande/${token}`} method="post" noValidate className="mt-4 grid gap-5">
        {/* On hydration the server's id stays, since the browser may already have posted it. */}
        <input
          type="hidden"
          name="idempotencyKey"
          defaultValue={rejection?.values.idempotencyKey ?? idempotencyKey}
          suppressHydrationWarning
        />
        <Field name="text" label={copy.label} help={copy.help} error={error}>
          {(control) => (
            <textarea
              {...control}
              {...typed}
              required
              rows={5}
              className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
            />
          )}
        </Field>
        <p>
          <button type="submit" className="btn btn-primary">
            {copy.submit}
          </button>
        </p>
      </form>
    </section>
  )
}
