import { useId, useRef } from "react"
import { loadingFailure } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { DialogButtons } from "#client/ui/dialog-buttons.tsx"
import { Field, FieldError } from "#client/ui/field.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { buttons } from "#client/ui/texts.ts"
import { REMARK_MAX } from "#server/contract/follow-up.ts"
import { MESSAGE_OUTCOMES, OUTCOME_LABELS } from "#server/contract/message-states.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { readAmount } from "./read-amount.ts"
import { outcomeTexts, requestActions } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

interface OutcomeDialogProps {
  outcome: MessageDetails["outcome"]
  changes: RequestChanges
  onClose: () => void
}

/** Says what became of the request. */
export function OutcomeDialog({ outcome, changes, onClose }: OutcomeDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm({
    loadSchema: async () => (await import("#server/contract/follow-up.ts")).MessageOutcome,
    readForm: readOutcome,
    async send(typed) {
      await changes.perform({ kind: "outcome", outcome: typed })
      onClose()
    },
    explain: (error) => loadingFailure(requestActions.failed, error),
  })
  return (
    <ModalFrame ref={dialog} title={outcomeTexts.dialog} onClose={onClose}>
      <form {...form.form} className="mt-4 grid gap-4">
        {form.outcome && <Banner tone="error">{form.outcome.text}</Banner>}
        <fieldset aria-describedby={form.errors.result && `${id}-error`}>
          <legend className="sr-only">{outcomeTexts.label}</legend>
          <div className="grid gap-1">
            {MESSAGE_OUTCOMES.map((result) => (
              <label key={result} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="result"
                  value={result}
                  defaultChecked={outcome?.result === result}
                  aria-invalid={form.errors.result ? true : undefined}
                  className="size-5 accent-primary"
                />
                {OUTCOME_LABELS[result]}
              </label>
            ))}
          </div>
          {form.errors.result && <FieldError id={`${id}-error`}>{outcomeTexts.choose}</FieldError>}
        </fieldset>
        <Field label={outcomeTexts.amount} name="amount" mark={outcomeTexts.optional} error={form.errors.amount}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={outcome?.amount ?? undefined}
              className="input w-full"
            />
          )}
        </Field>
        <Field label={outcomeTexts.reason} name="reason" mark={outcomeTexts.optional} error={form.errors.reason}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              defaultValue={outcome?.reason}
              maxLength={REMARK_MAX}
              className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
            />
          )}
        </Field>
        <DialogButtons
          dialog={dialog}
          others={
            outcome && (
              <BusyButton
                isBusy={changes.isBusy}
                className="btn btn-ghost mr-auto text-error"
                onClick={() => {
                  onClose()
                  changes.change({ kind: "outcome", outcome: null })
                }}
              >
                {outcomeTexts.remove}
              </BusyButton>
            )
          }
        >
          <BusyButton type="submit" isBusy={form.isSending} className="btn btn-primary">
            {form.isSending ? buttons.pending : outcomeTexts.submit}
          </BusyButton>
        </DialogButtons>
      </form>
    </ModalFrame>
  )
}

function readOutcome(form: FormData) {
  return {
    result: form.get("result") ?? "",
    amount: readAmount(String(form.get("amount") ?? "")),
    reason: String(form.get("reason") ?? ""),
  }
}
