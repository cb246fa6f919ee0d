import { useEffect, useId, useRef, useState } from "react"
import { conflict as copy } from "#client/copy/admin-projects.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { type Choice, ConflictChoice } from "./conflict-choice.tsx"
import { differences, type FieldName, fieldsOf } from "./project-fields.ts"

interface ConflictDialogProps {
  /** The user's version, the one that somebody else saved meanwhile, and the one that both started from. */
  mine: ProjectFields
  theirs: Project
  opened: Project
  onSave: (fields: ProjectFields) => void
  /** Discards the user's version. */
  onTakeTheirs: () => void
  onClose: () => void
}

/** Both versions side by side, in the fields where they differ. */
export function ConflictDialog({ mine, theirs: theirProject, opened, ...on }: ConflictDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const theirs = fieldsOf(theirProject)
  const fields = differences(mine, theirs)
  // Preselected: the fields that the user changed, and theirs elsewhere.
  const [choices, setChoices] = useState<Partial<Record<FieldName, Choice>>>(() =>
    Object.fromEntries(differences(mine, fieldsOf(opened)).map((field) => [field, "mine"])),
  )
  // Only showModal() makes a dialog modal; the open attribute does not.
  useEffect(() => dialog.current?.showModal(), [])

  function saveChoices() {
    const changed = fields.filter((field) => choices[field] === "mine")
    on.onSave({ ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) })
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={on.onClose}
      className="m-auto w-[min(94vw,60rem)] rounded-box bg-base-100 p-4 text-base-content shadow-float backdrop:bg-neutral/60 md:p-6"
    >
      <h2 id={titleId} className="text-h3">
        {copy.title}
      </h2>
      <p className="prose-width mt-2 text-base-content/80">{copy.text(formatDateTime(theirProject.updatedAt))}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={() => on.onSave(mine)}>
          {copy.keepMine}
        </button>
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={on.onTakeTheirs}>
          {copy.takeTheirs}
        </button>
      </div>
      <div className="mt-5 grid gap-5">
        {fields.map((field) => (
          <ConflictChoice
            key={field}
            field={field}
            mine={mine}
            theirs={theirs}
            choice={choices[field] ?? "theirs"}
            onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
          />
        ))}
      </div>
      <div className="sticky -bottom-4 -mx-4 mt-6 -mb-4 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-base-100 px-4 py-3 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6">
        <button type="button" className="btn max-sm:w-full" onClick={() => dialog.current?.close()}>
          {copy.later}
        </button>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={saveChoices}>
          {copy.saveChoices}
        </button>
      </div>
    </dialog>
  )
}
