import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { Field } from "#client/ui/field.tsx"
import { buttons } from "#client/ui/texts.ts"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { FocalPointPicker } from "./focal-point-picker.tsx"
import { pictureDetails as texts } from "./texts.ts"

interface DescriptionFormProps {
  details: PictureDetails
  /** It is told whether closing the form would lose something. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** Edits the alternative text and the focal point. */
export function DescriptionForm({ details: { name, picture }, onUnsaved }: DescriptionFormProps) {
  const { client, queries } = useApi()
  const [alt, setAlt] = useState(picture.alt)
  const [focus, setFocus] = useState(picture.focus ?? null)
  const [opened, setOpened] = useState({ alt, focus })
  const saving = useMutation({
    // What was not changed here may have been changed by somebody else.
    ...mutationOf(({ name, ...typed }: typeof opened & { name: string }) =>
      client.pictures.describe.mutate({
        name,
        ...(typed.alt !== opened.alt && { alt: typed.alt }),
        ...(typed.focus !== opened.focus && { focus: typed.focus }),
      }),
    ),
    onSuccess(_, saved) {
      setOpened(saved)
      return Promise.all([queries.pictures.invalidate(), queries.content.invalidate()])
    },
  })

  function change(apply: () => void) {
    // What is being saved is outdated, and no longer reports its success.
    saving.reset()
    apply()
    onUnsaved(true)
  }

  return (
    <form
      className="grid content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ name, alt, focus }, { onSuccess: () => onUnsaved(false) })
      }}
    >
      <FocalPointPicker picture={picture} point={focus} onChange={(point) => change(() => setFocus(point))} />
      <Field name="alt" label={texts.alt} help={texts.altHelp}>
        {(control) => (
          <textarea
            {...control}
            value={alt}
            rows={3}
            className="textarea w-full"
            onChange={({ target }) => change(() => setAlt(target.value))}
          />
        )}
      </Field>
      {saving.isError && <Banner tone="error">{loadingFailure(texts.savingError, saving.error)}</Banner>}
      <div className="flex flex-wrap items-center gap-3">
        <BusyButton type="submit" isBusy={saving.isPending} className="btn btn-primary max-sm:w-full">
          {saving.isPending ? buttons.pending : texts.save}
        </BusyButton>
        <p role="status" className="text-sm text-base-content/75">
          {saving.isSuccess && texts.saved}
        </p>
      </div>
    </form>
  )
}
