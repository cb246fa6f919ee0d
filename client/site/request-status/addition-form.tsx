import { Suspense, useRef, useState } from "react"
import type { Api } from "#client/app/api.ts"
import { createUuid } from "#client/app/uuid.ts"
import { PictureField } from "#client/site/contact/picture-field.tsx"
import { KeptNotice, QueuedNotice, useContactForm } from "#client/site/contact/use-contact-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { requestStatus } from "./texts.ts"

const { add: texts } = requestStatus

interface AdditionFormProps {
  token: string
  isAdded: boolean
  rejection: FormRejection | undefined
}

/** It posts to a real URL like the contact form, whose way of keeping and sending what is typed it shares. */
export function AdditionForm({ token, isAdded, rejection }: AdditionFormProps) {
  const [idempotencyKey] = useState(createUuid)
  const form = useRef<HTMLFormElement>(null)
  const { errors, isSending, isRestored, ...request } = useContactForm(form, {
    token,
    loadSchema: async () => (await import("#server/contract/messages.ts")).AdditionFields,
    loadCall: async (api: Api) => (await import("./addition-call.ts")).additionCall(api, token),
    rejection,
    initial: {},
  })
  const typed = { defaultValue: rejection?.values.text ?? "", autoFocus: rejection?.errors.text !== undefined }
  return (
    <section id="ajout" aria-labelledby="ajouter" className="mt-10">
      <h2 id="ajouter" className="text-h3">
        {texts.title}
      </h2>
      {isAdded && !rejection && (
        <div className="mt-4">
          <Banner tone="success">{texts.sent}</Banner>
        </div>
      )}
      {rejection && !request.isSent && !request.isQueued && (
        <div className="mt-4">
          <Banner tone="error">{rejection.errors.text ? texts.rejected : rejection.message}</Banner>
        </div>
      )}
      {/* The action has no fragment, since browsers ignore autofocus where the URL has one. */}
      <form {...request.form} ref={form} action={`/demande/${token}`} className="mt-4 grid gap-5">
        {/* On hydration the server's id stays, since the browser may already have posted it. */}
        <input
          type="hidden"
          name="idempotencyKey"
          defaultValue={rejection?.values.idempotencyKey ?? idempotencyKey}
          suppressHydrationWarning
        />
        <Suspense>{isRestored && <KeptNotice isRestored hasReceipt={false} onForget={request.discard} />}</Suspense>
        <Field name="text" label={texts.label} help={texts.help} error={errors.text}>
          {(control) => (
            <textarea
              {...control}
              {...typed}
              {...request.textareaProps}
              required
              rows={5}
              className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
            />
          )}
        </Field>
        <PictureField {...request.pictureField} />
        <Suspense>
          {request.isQueued && <QueuedNotice title={texts.queued} sendsInBackground={request.sendsInBackground} />}
        </Suspense>
        <p>
          <button type="submit" disabled={isSending} className="btn btn-primary">
            {isSending ? texts.submitting : texts.submit}
          </button>
        </p>
        <Suspense>
          {request.isKept && !isRestored && <KeptNotice hasReceipt={false} onForget={request.discard} />}
        </Suspense>
      </form>
    </section>
  )
}
