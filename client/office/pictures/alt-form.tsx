import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { Field } from "#client/ui/field.tsx"
import { ALT_MAX } from "#server/contract/project-drafts.ts"
import { pictureUploads as texts } from "./texts.ts"

/** Saves the alternative text of a picture that was just uploaded. */
export function AltForm({ name }: { name: string }) {
  const { client, queries } = useApi()
  const { data: picture } = useQuery(queries.pictures.find.queryOptions(name))
  const [typed, setTyped] = useState<string>()
  const alt = typed ?? picture?.alt ?? ""
  const saving = useMutation({
    mutationFn: async (text: string) => {
      // A text that is typed before the picture is loaded waits for it.
      const stored = await queries.pictures.find.fetch(name)
      if (text.trim() === stored?.alt) return
      await client.pictures.describe.mutate({ name, alt: text })
    },
    onSuccess: () => queries.pictures.invalidate(),
  })

  function save() {
    if (typed !== undefined && !saving.isPending && !saving.isSuccess) saving.mutate(typed)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field name="alt" label={texts.alt} help={texts.altHelp} error={saving.isError ? texts.failed : undefined}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              value={alt}
              maxLength={ALT_MAX}
              autoComplete="off"
              className="input min-w-0 grow basis-52"
              onChange={({ target }) => {
                saving.reset()
                setTyped(target.value)
              }}
              // Leaving the field saves its text too, so that users need not press the button.
              onBlur={save}
            />
            <button type="submit" className="btn btn-outline">
              {saving.isSuccess ? texts.saved : texts.save}
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}
