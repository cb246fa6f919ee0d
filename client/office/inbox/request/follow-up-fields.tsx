import type { RefObject } from "react"
import { formatWeekday } from "#client/office/french/dates.ts"
import { DialogButtons } from "#client/ui/dialog-buttons.tsx"
import { Field } from "#client/ui/field.tsx"
import { DAY_MS } from "#server/contract/durations.ts"
import { REMARK_MAX } from "#server/contract/follow-up.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { followUpTexts as texts } from "./texts.ts"

interface FollowUpFieldsProps {
  /** The names of the fields are those of FollowUp. */
  defaults?: { on: string; note: string } | undefined
  errors: { on?: string | undefined; note?: string | undefined }
  isBusy: boolean
  submit: string
  /** Their dialog, if it is for them alone: it has the note, and the buttons at its end. */
  dialog?: RefObject<HTMLDialogElement | null>
}

/** The day and the note of a follow-up. The usual days are one tap each, and send the form. */
export function FollowUpFields({ defaults, errors, isBusy, submit, dialog }: FollowUpFieldsProps) {
  const send = (
    <button type="submit" aria-disabled={isBusy} className="btn btn-primary max-xs:grow">
      {submit}
    </button>
  )
  return (
    <>
      {dialog && (
        <Field label={texts.note} name="note" help={texts.noteHelp} error={errors.note}>
          {(control) => (
            <input {...control} defaultValue={defaults?.note} maxLength={REMARK_MAX} className="input w-full" />
          )}
        </Field>
      )}
      <ul className="grid grid-cols-3 gap-2">
        {texts.days.map(({ label, days }) => {
          const day = dayIn(days)
          return (
            <li key={days} className="grid">
              <button
                type="submit"
                // A phone's keyboard for the note would cover the days.
                data-autofocus={dialog && days === 1 ? true : undefined}
                aria-disabled={isBusy}
                onClick={({ currentTarget }) => setDay(currentTarget, day)}
                className="btn btn-outline btn-primary h-auto min-h-14 flex-col gap-0 px-1 py-1.5 leading-tight"
              >
                {label} <span className="text-xs font-normal">{formatWeekday(day)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <Field label={texts.day} name="on" error={errors.on}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              type="date"
              min={dayIn(0)}
              defaultValue={defaults?.on}
              className="input min-w-0 grow basis-36"
            />
            {!dialog && send}
          </div>
        )}
      </Field>
      {dialog && <DialogButtons dialog={dialog}>{send}</DialogButtons>}
    </>
  )
}

function dayIn(days: number): string {
  return kinshasaDay(new Date(Date.now() + days * DAY_MS))
}

/** It is sent with the form, whose button this is. */
function setDay({ form }: HTMLButtonElement, day: string) {
  const input = form?.elements.namedItem("on")
  if (input instanceof HTMLInputElement) input.value = day
}
