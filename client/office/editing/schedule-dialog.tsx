import { useRef, useState } from "react"
import { DialogButtons } from "#client/ui/dialog-buttons.tsx"
import { Field } from "#client/ui/field.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { buttons } from "#client/ui/texts.ts"
import { formatKinshasaTime } from "#server/contract/kinshasa-time.ts"
import { kinshasaHint } from "./kinshasa-hint.ts"
import { editing } from "./texts.ts"

const texts = editing.scheduleDialog

interface ScheduleDialogProps {
  /** It says what will happen at that time. */
  detail: string
  publishAt: string | null
  isBusy: boolean
  failure: string
  onSchedule: (at: string | null) => void
  onClose: () => void
}

export function ScheduleDialog({ detail, publishAt, isBusy, failure, onSchedule, onClose }: ScheduleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [moment, setMoment] = useState(momentOf(publishAt))
  return (
    <ModalFrame ref={dialog} title={texts.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSchedule(moment)
        }}
      >
        <p className="mt-2 mb-4 text-base-content/80">{detail}</p>
        <Field label={texts.label} name="at" help={kinshasaHint(moment)} error={failure || undefined}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              required
              value={moment}
              className="input w-full"
              onChange={({ target }) => setMoment(target.value)}
            />
          )}
        </Field>
        <DialogButtons
          dialog={dialog}
          others={
            publishAt && (
              <button type="button" className="btn" onClick={() => onSchedule(null)}>
                {texts.remove}
              </button>
            )
          }
        >
          <button type="submit" aria-busy={isBusy} className="btn btn-primary">
            {isBusy ? buttons.pending : texts.confirm}
          </button>
        </DialogButtons>
      </form>
    </ModalFrame>
  )
}

/** Returns a date and time in Kinshasa, `YYYY-MM-DDTHH:MM`; empty if nothing is scheduled. */
export function momentOf(publishAt: string | null): string {
  return publishAt ? formatKinshasaTime(new Date(publishAt)) : ""
}
