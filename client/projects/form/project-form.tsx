import { useEffect, useRef, useState } from "react"
import { PictureField } from "#client/projects/pictures/picture-field.tsx"
import { createUploadRunner } from "#client/projects/pictures/upload-runner.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { LeaveGuard } from "./leave-guard.tsx"
import { ProjectFieldset } from "./project-fieldset.tsx"
import { SaveBar } from "./save-bar.tsx"
import { useProjectSave } from "./use-project-save.ts"
import { useSaveShortcut } from "./use-save-shortcut.ts"

interface ProjectFormProps {
  /** The project to edit; missing for a new one. */
  project?: ManagedProject
  /** Reopens the form on the version that somebody else saved. */
  onTakeTheirs?: (theirs: ManagedProject) => void
}

const panel = "rounded-box border border-base-300 bg-base-100 p-4 md:p-6"

/** The text fields are uncontrolled; pictures are uploaded while the user still types. */
export function ProjectForm({ project: initialProject, onTakeTheirs }: ProjectFormProps) {
  // Changes are compared with the version that was opened, even when the query refetches.
  const [project] = useState(initialProject)
  const [uploads] = useState(() => createUploadRunner(project?.images ?? []))
  const [name, setName] = useState(project?.name ?? "")
  const form = useRef<HTMLFormElement>(null)
  const openedValues = useRef<string>(undefined)
  const { phase, failure, errors, conflict, submit, save, clearError, closeConflict } = useProjectSave({
    form,
    uploads,
    project,
  })
  useSaveShortcut(submit)
  // The uncontrolled fields have values only after the first render.
  useEffect(() => {
    openedValues.current = formValues(form.current)
    return uploads.close
  }, [uploads])

  function isUnsaved() {
    return phase !== "saved" && (formValues(form.current) !== openedValues.current || uploads.isChanged())
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        onInput={clearError}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        className="grid gap-6"
      >
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <div className={panel}>
            <ProjectFieldset project={project} errors={errors} onName={setName} />
          </div>
          <div className={panel}>
            <PictureField uploads={uploads} projectName={name} error={errors.images} />
          </div>
        </div>
        <SaveBar isNew={!project} phase={phase} failure={failure} />
      </form>
      {conflict && project && (
        <ConflictDialog
          {...conflict}
          opened={project}
          onSave={(fields) => save(fields, conflict.theirs)}
          onTakeTheirs={() => onTakeTheirs?.(conflict.theirs)}
          onClose={closeConflict}
        />
      )}
      <LeaveGuard isUnsaved={isUnsaved} />
    </>
  )
}

function formValues(form: HTMLFormElement | null): string {
  return JSON.stringify(form ? [...new FormData(form)] : [])
}
