import { useSyncExternalStore } from "react"
import { projectPictures as copy, projectForm } from "#client/copy/admin-projects.ts"
import { Field } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { PictureFailures } from "./picture-failures.tsx"
import { PictureList } from "./picture-list.tsx"
import type { PictureTray } from "./upload-queue.ts"
import { useDroppedFiles } from "./use-dropped-files.ts"

interface PictureFieldProps {
  tray: PictureTray
  /** Stands for alternative texts that nobody has written. */
  projectName: string
  error: string | undefined
}

/** A project's pictures: chosen, dropped or pasted, then put in order and described. */
export function PictureField({ tray, projectName, error }: PictureFieldProps) {
  const { pictures, refused } = useSyncExternalStore(tray.subscribe, tray.read)
  const hanging = useDroppedFiles(tray.add)
  return (
    <div className="grid gap-4">
      <Field
        name="images"
        label={projectForm.labels.images}
        help={projectForm.help.images}
        mark={projectForm.optional}
        error={error}
      >
        {({ name: _travelsAlone, ...control }) => (
          <div
            className={`relative grid justify-items-center gap-1 rounded-box border-2 border-dashed px-4 py-6 text-center outline-offset-3 outline-primary has-focus-visible:outline-3 ${
              hanging ? "border-primary bg-primary/10" : "border-base-content/40 hover:bg-base-200"
            }`}
          >
            <Icon name="image" className="size-8 text-primary" />
            <p className="font-medium">{hanging ? copy.drop : copy.pick}</p>
            <p className="text-sm text-base-content/75 tabular-nums">{copy.count(pictures.length)}</p>
            <input
              {...control}
              type="file"
              accept="image/*"
              multiple
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onChange={({ target }) => {
                tray.add([...(target.files ?? [])])
                // The same file can be chosen again after it was removed.
                target.value = ""
              }}
            />
          </div>
        )}
      </Field>
      <PictureFailures pictures={pictures} refused={refused} onRetry={tray.retry} />
      <PictureList pictures={pictures} tray={tray} projectName={projectName} />
    </div>
  )
}
