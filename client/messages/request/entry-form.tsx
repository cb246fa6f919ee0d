import type { ReactNode, Ref } from "react"
import { entryForms as copy } from "#client/copy/admin-request.ts"
import { isCode, loadingFailure } from "#client/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import { LogInAgain } from "#client/ui/log-in-again.tsx"
import type { NewMessageEntry } from "#server/contract/messages.ts"
import { EntryUpdates } from "./entry-updates.tsx"
import type { useEntryForm } from "./use-entry-form.ts"

const TEXT_MAX = 5000

interface EntryFormProps {
  kind: NewMessageEntry["kind"]
  form: ReturnType<typeof useEntryForm>
  field?: Ref<HTMLTextAreaElement>
  before?: ReactNode
  after?: ReactNode
}

/** Writes an answer by e-mail, or a note. */
export function EntryForm({ kind, form, field, before, after }: EntryFormProps) {
  const { text, updates, error, hasConflict } = form
  const labels = copy[kind]
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
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
      {error !== null && !hasConflict && (
        <Banner tone="error" scrollIntoView>
          {loadingFailure(labels.failed, error)}
        </Banner>
      )}
      {isCode(error, "unauthorized") && <LogInAgain />}
      <Field
        label={labels.label}
        name="text"
        help={kind === "note" ? copy.noteHelp : form.isRestored ? copy.restored : copy.kept}
        error={form.isEmptyRejected ? copy.empty : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={kind === "note" ? 3 : 7}
            value={text}
            readOnly={form.isSending}
            maxLength={TEXT_MAX}
            onChange={({ target }) => form.type(target.value)}
            className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
          />
        )}
      </Field>
      {after}
      <button
        type="submit"
        aria-disabled={form.isSending}
        className={`btn justify-self-start max-sm:w-full ${kind === "answer" ? "btn-primary" : "btn-outline btn-primary"}`}
      >
        {form.isSending ? labels.pending : labels.submit}
      </button>
    </form>
  )
}
