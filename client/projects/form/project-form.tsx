import { useEffect, useRef, useState } from "react"
import type { Project } from "#server/contract/projects.ts"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { LeaveGuard } from "./leave-guard.tsx"
import { PictureField } from "./picture-field.tsx"
import { ProjectFieldset } from "./project-fieldset.tsx"
import { SaveBar } from "./save-bar.tsx"
import { createPictureTray } from "./upload-queue.ts"
import { useProjectSave } from "./use-project-save.ts"
import { useSaveShortcut } from "./use-save-shortcut.ts"

interface ProjectFormProps {
  /** The one to edit; a new one without. */
  project?: Project
  /** Opens the form anew on what somebody else saved. */
  onTake?: (present: Project) => void
}

const panel = "rounded-box border border-base-300 bg-base-100 p-4 md:p-6"

/** Its text fields are uncontrolled; its pictures travel while one still types. */
export function ProjectForm({ project: given, onTake }: ProjectFormProps) {
  // The version that one edits stays the one that was opened, whatever is read meanwhile.
  const [project] = useState(given)
  const [tray] = useState(() => createPictureTray(project?.images ?? []))
  const [name, setName] = useState(project?.name ?? "")
  const form = useRef<HTMLFormElement>(null)
  const opened = useRef<string>(undefined)
  const { phase, failure, errors, conflict, submit, save, forget, closeConflict } = useProjectSave({
    form,
    tray,
    project,
  })
  useSaveShortcut(submit)
  // What the form holds when it opens, to tell later whether something is unsaved.
  useEffect(() => {
    opened.current = typedIn(form.current)
    return tray.close
  }, [tray])

  function isUnsaved() {
    return phase !== "saved" && (typedIn(form.current) !== opened.current || tray.isChanged())
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        onInput={forget}
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
            <PictureField tray={tray} projectName={name} error={errors.images} />
          </div>
        </div>
        <SaveBar isNew={!project} phase={phase} failure={failure} />
      </form>
      {conflict && project && (
        <ConflictDialog
          {...conflict}
          opened={project}
          onSave={(fields) => save(fields, conflict.theirs)}
          onTake={() => onTake?.(conflict.theirs)}
          onClose={closeConflict}
        />
      )}
      <LeaveGuard isUnsaved={isUnsaved} />
    </>
  )
}

function typedIn(form: HTMLFormElement | null): string {
  return JSON.stringify(form ? [...new FormData(form)] : [])
}
