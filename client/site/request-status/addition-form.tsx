import { lazy, Suspense, useMemo, useRef, useState } from "react"
import type { Api } from "#client/app/api.ts"
import { createUuid } from "#client/app/uuid.ts"
import { PictureField } from "#client/site/contact/picture-field.tsx"
import { loadNotices, useContactForm } from "#client/site/contact/use-contact-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import { requestStatus } from "./texts.ts"

const { add: copy } = requestStatus

const QueuedNotice = lazy(async () => ({ default: (await loadNotices()).QueuedNotice }))
const KeptNotice = lazy(async () => ({ default: (await loadNotices()).KeptNotice }))

const NOTHING = {}

interface AdditionFormProps {
  token: string
  isAdded: boolean
  rejection: FormRejection | undefined
}

/** It posts to a real URL like the contact form, whose way of keeping and sending what is typed it shares. */
export function AdditionForm({ token, isAdded, rejection }: AdditionFormProps) {
  const [idempotencyKey] = useState(createUuid)
  const form = useRef<HTMLFormElement>(null)
  const sent = useMemo(
    () => ({
      token,
      loadSchema: async () => (await import("#server/contract/messages.ts")).AdditionFields,
      loadCall: async (api: Api) => (await import("./addition-call.ts")).additionCall(api, token),
    }),
    [token],
  )
  const { errors, isSending, ...request } = useContactForm(form, { ...sent, rejection, initial: NOTHING })
  const isRestored = request.isRestored && !request.isQueued
  const typed = { defaultValue: rejection?.values.text ?? "", autoFocus: rejection?.errors.text !== undefined }
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
      {rejection && !request.isQueued && (
        <div className="mt-4">
          <Banner tone="error">{rejection.errors.text ? copy.rejected : rejection.message}</Banner>
        </div>
      )}
      {/* The action has no fragment, since browsers ignore autofocus where the URL has one. */}
      <form
        ref={form}
        action={`/demande/${token}`}
        method="post"
        noValidate
        encType="multipart/form-data"
        onFocus={request.prepare}
        onSubmit={request.submit}
        onInput={request.onInput}
        className="mt-4 grid gap-5"
      >
        {/* On hydration the server's id stays, since the browser may already have posted it. */}
        <input
          type="hidden"
          name="idempotencyKey"
          defaultValue={rejection?.values.idempotencyKey ?? idempotencyKey}
          suppressHydrationWarning
        />
        <Suspense>{isRestored && <KeptNotice isRestored hasReceipt={false} onForget={request.discard} />}</Suspense>
        <Field name="text" label={copy.label} help={copy.help} error={errors.text}>
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
        <PictureField
          pictures={request.pictures}
          rejectedFiles={request.rejectedFiles}
          attached={request.attached.length}
          error={errors.images}
          isHydrated={request.isHydrated}
          onTake={request.takePictures}
          onRemove={request.removePicture}
          onRetry={request.retryPicture}
        />
        {request.attached.length > 0 && <input type="hidden" name="photos" value={request.attached.join(" ")} />}
        <Suspense>
          {request.isQueued && <QueuedNotice title={copy.queued} sendsInBackground={request.sendsInBackground} />}
        </Suspense>
        <p>
          <button type="submit" disabled={isSending} className="btn btn-primary">
            {isSending ? copy.submitting : copy.submit}
          </button>
        </p>
        <Suspense>
          {request.isKept && !isRestored && <KeptNotice hasReceipt={false} onForget={request.discard} />}
        </Suspense>
      </form>
    </section>
  )
}
