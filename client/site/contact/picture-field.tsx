import { lazy, Suspense, useRef } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { Field } from "#client/ui/field.tsx"
import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import type { RequestPicture } from "./picture-uploads.ts"
import { contact } from "./texts.ts"
import { loadPictureList } from "./use-contact-form.ts"

const texts = contact.form.pictures

const PictureList = lazy(loadPictureList)

/** HEIC is missing, so that iPhones convert their pictures to JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif"

interface PictureFieldProps {
  pictures: readonly RequestPicture[]
  rejectedFiles: readonly RejectedFile[]
  /** The names of the pictures that were posted with a form that was rejected without JavaScript. */
  attached: readonly string[]
  error: string | undefined
  /** Until then, the browser's own field shows what was chosen. */
  isHydrated: boolean
  /** Takes the files of the field, or leaves them there if they cannot be uploaded now. */
  onTake: () => void
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** An ordinary file field, to which a list of uploads is added where scripts run. */
export function PictureField({ attached, error, isHydrated, onTake, onRemove, ...list }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  function remove(id: string) {
    onRemove(id)
    // The button goes with its picture.
    input.current?.focus({ preventScroll: true })
  }

  return (
    <div className="grid gap-3">
      <Field name="images" label={texts.label} help={texts.help} error={error}>
        {(control) => (
          <div>
            <input
              {...control}
              ref={input}
              type="file"
              multiple
              accept={ACCEPTED}
              onChange={onTake}
              className={isHydrated ? "sr-only" : "input h-auto w-full py-2.5"}
            />
            <label htmlFor={control.id} className={isHydrated ? "btn btn-outline btn-primary" : "hidden"}>
              <Icon name="addImage" />
              {texts.pick}
            </label>
          </div>
        )}
      </Field>
      {attached.length > 0 && (
        <>
          <p className="text-sm">{texts.attached(attached.length)}</p>
          <input type="hidden" name="photos" value={attached.join(" ")} />
        </>
      )}
      {list.pictures.length + list.rejectedFiles.length > 0 && (
        <Suspense>
          <PictureList {...list} onRemove={remove} />
        </Suspense>
      )}
    </div>
  )
}
