import { type ReactNode, type Ref, useState } from "react"
import { isCode, loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { Field } from "#client/ui/field.tsx"
import type { MessageEntry, NewMessageEntry } from "#server/contract/messages.ts"
import { Attachments } from "./attachments.tsx"
import { entryForms as texts } from "./texts.ts"
import type { useEntryForm } from "./use-entry-form.ts"

interface EntryFormProps {
  kind: NewMessageEntry["kind"]
  form: ReturnType<typeof useEntryForm>
  field?: Ref<HTMLTextAreaElement>
  before?: ReactNode
  after?: ReactNode
}

/** Writes an answer by e-mail, or a note. */
export function EntryForm({ kind, form, field, before, after }: EntryFormProps) {
  const { text, updates, error, failure, hasConflict } = form
  const [isUploading, setIsUploading] = useState(false)
  const labels = texts[kind]
  return (
    <form
      noValidate
      // The bar of actions stays below the form's button.
      className="grid scroll-mb-28 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isUploading) return
        form.send()
        if (!form.isSendable) event.currentTarget.querySelector("textarea")?.focus()
      }}
    >
      {before}
      {updates.length > 0 && (
        <EntryUpdates
          updates={updates}
          hasConflict={hasConflict}
          isSending={form.isSending}
          onSendAnyway={() => form.send({ hasSeenUpdates: true })}
        />
      )}
      {failure !== null && !hasConflict && (
        <Banner tone="error" scrollIntoView>
          {loadingFailure(labels.failed, failure)}
        </Banner>
      )}
      {isCode(failure, "unauthorized") && <LogInAgain />}
      <Field
        label={labels.label}
        name="text"
        help={kind === "note" ? texts.noteHelp : form.isRestored ? texts.restored : texts.kept}
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={kind === "note" ? 3 : 7}
            value={text}
            readOnly={form.isSending}
            onChange={({ target }) => form.type(target.value)}
            className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
          />
        )}
      </Field>
      <Attachments
        key={form.sentCount}
        attachments={form.attachments}
        isDisabled={form.isSending}
        onChange={form.attach}
        onBusy={setIsUploading}
      />
      {after}
      <BusyButton
        type="submit"
        isBusy={form.isSending || isUploading}
        className={`btn justify-self-start max-sm:w-full ${kind === "answer" ? "btn-primary" : "btn-outline btn-primary"}`}
      >
        {form.isSending ? labels.pending : labels.submit}
      </BusyButton>
    </form>
  )
}

interface EntryUpdatesProps {
  updates: readonly MessageEntry[]
  /** Whether an answer was rejected because of these updates. */
  hasConflict: boolean
  isSending: boolean
  onSendAnyway: () => void
}

/** Reports what others have done since the typing began. */
function EntryUpdates({ updates, hasConflict, isSending, onSendAnyway }: EntryUpdatesProps) {
  const hasAnswer = updates.some(({ kind }) => kind === "answer")
  return (
    <div
      ref={hasConflict ? scrollTo : undefined}
      role="alert"
      className="flex scroll-mt-20 items-start gap-3 rounded-box bg-secondary p-4 text-secondary-content"
    >
      <Icon name="alert" className="mt-0.5 size-6" />
      <div className="grid min-w-0 grow gap-2 wrap-anywhere">
        {hasAnswer && <p className="font-semibold">{texts.conflict}</p>}
        {updates.map((entry) => (
          <div key={entry.id}>
            <p>{texts.update(entry)}</p>
            {entry.text && <p className="mt-1 border-l-2 pl-3 whitespace-pre-line">{entry.text}</p>}
          </div>
        ))}
        {hasAnswer && (
          <>
            <p className="text-sm">{texts.conflictHelp}</p>
            {/* It is not the form's own button, since updates may appear just before a click on that one. */}
            <BusyButton isBusy={isSending} className="btn justify-self-start" onClick={onSendAnyway}>
              {texts.sendAnyway}
            </BusyButton>
          </>
        )}
      </div>
    </div>
  )
}

/** Scrolls to the error, since the button that sends the answer may be far below. */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" })
}
