import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react"
import { contact } from "#client/copy/contact.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Field } from "#client/ui/field.tsx"
import type { Photo, RejectedFile } from "./photo-queue.ts"
import { loadPhotoList } from "./use-contact-form.ts"

const copy = contact.form.photos

const PhotoList = lazy(loadPhotoList)

/** HEIC is missing, so that iPhones convert their photos to JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif"

interface PhotoFieldProps {
  photos: readonly Photo[]
  rejectedFiles: readonly RejectedFile[]
  /** The number of photos that were posted with a form that was rejected without JavaScript. */
  attached: number
  error: string | undefined
  onAdd: (files: readonly File[]) => void
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}

/** An ordinary file field, to which a list of uploads is added where scripts run. */
export function PhotoField({ attached, error, onAdd, ...list }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  function take() {
    if (!input.current?.files?.length) return
    onAdd([...input.current.files])
    // Without this, the same file could not be chosen again after it was removed.
    input.current.value = ""
  }

  // React does not replay the change of photos that were chosen before hydration.
  const takeEarlier = useEffectEvent(take)
  useEffect(() => takeEarlier(), [])

  return (
    <div className="grid gap-3">
      <Field name="images" label={copy.label} help={copy.help} error={error}>
        {(control) => (
          <div>
            <input
              {...control}
              ref={input}
              type="file"
              multiple
              accept={ACCEPTED}
              onChange={take}
              className="input h-auto w-full py-2.5 in-data-script:sr-only"
            />
            <label htmlFor={control.id} className="needs-script btn btn-outline btn-primary">
              <Icon name="addImage" />
              {copy.pick}
            </label>
          </div>
        )}
      </Field>
      {attached > 0 && <p className="text-sm">{copy.attached(attached)}</p>}
      {list.photos.length + list.rejectedFiles.length > 0 && (
        <Suspense>
          <PhotoList {...list} />
        </Suspense>
      )}
    </div>
  )
}
