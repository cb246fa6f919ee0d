import { useRef, useState } from "react"
import { useFormErrors } from "#client/app/use-form-errors.ts"
import { LeaveGuard } from "#client/office/editing/leave-guard.tsx"
import { ScheduleDialog } from "#client/office/editing/schedule-dialog.tsx"
import { UnsavedOffer } from "#client/office/editing/unsaved-offer.tsx"
import { PictureField } from "#client/office/projects/pictures/picture-field.tsx"
import { projectForm } from "#client/office/projects/texts.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { useKeyDown } from "#client/office/ui/use-key-down.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { parseValues } from "./form-values.ts"
import { readLastSector } from "./last-sector.ts"
import { PreviewDialog } from "./preview-dialog.tsx"
import { PreviewLinks } from "./preview-links.tsx"
import { ProjectConflict } from "./project-conflict.tsx"
import { ProjectFieldset } from "./project-fieldset.tsx"
import { SaveBar } from "./save-bar.tsx"
import { StateActions, StateBar } from "./state-bar.tsx"
import { projectEditor as texts } from "./texts.ts"
import { useProjectEdit } from "./use-project-edit.ts"
import { useProjectSave } from "./use-project-save.ts"

/** Edits a project or creates one. Texts are uncontrolled fields; pictures are uploaded while the user types. */
export function ProjectForm({ project: opened }: { project?: ManagedProject }) {
  const form = useRef<HTMLFormElement>(null)
  const [dialog, setDialog] = useState<"preview" | "links">()
  const [lastSector] = useState(readLastSector)
  const { errors, setErrors, showErrors, clearError } = useFormErrors(form)
  const edit = useProjectEdit({ form, opened, onRejected: (found) => setErrors(shorten(found)) })
  const save = useProjectSave({ form, edit, showErrors: (found) => showErrors(shorten(found)) })
  useSaveShortcut(save.submit)
  const { session, project, typed, base, conflict } = edit
  const mine = conflict?.isOpen ? parseValues(typed).data : undefined

  /** Moves the focus into the form, since the pressed button is removed. */
  function decide(work: typeof session.resume): typeof session.resume {
    return (offer) => {
      work(offer)
      form.current?.querySelector("input")?.focus()
    }
  }

  return (
    <>
      {project && (
        <StateBar project={project}>
          <StateActions
            project={project}
            isWithdrawing={save.action === "withdraw" && save.phase === "saving"}
            onPreview={() => setDialog("preview")}
            onLinks={() => setDialog("links")}
            onSchedule={save.openSchedule}
            onWithdraw={save.withdraw}
          />
        </StateBar>
      )}
      {save.message && (
        <StatusMessage tone="success" onDismiss={save.dismissMessage}>
          {save.message}
        </StatusMessage>
      )}
      <UnsavedOffer {...edit} onResume={decide(session.resume)} onIgnore={decide(session.ignore)} />
      <form
        ref={form}
        noValidate
        onInput={(event) => {
          clearError(event)
          edit.record()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void save.submit()
        }}
        className="grid gap-6"
      >
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <div className="panel">
            <ProjectFieldset project={opened} sector={lastSector} errors={errors} />
          </div>
          <div className="panel">
            <PictureField uploads={edit.uploads} projectName={typed.name} error={errors.images} />
          </div>
        </div>
        <SaveBar edit={edit} save={save} errors={errors} />
      </form>
      {save.scheduling && project && (
        <ScheduleDialog
          detail={texts.scheduleDetail}
          publishAt={project.publishAt}
          isBusy={save.action === "schedule" && save.phase !== "open"}
          failure={save.scheduling.failure}
          onSchedule={save.schedule}
          onClose={save.closeSchedule}
        />
      )}
      {dialog === "preview" && project && (
        <PreviewDialog id={project.id} typed={typed} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "links" && project && <PreviewLinks project={project} onClose={() => setDialog(undefined)} />}
      {conflict && base && mine && (
        <ProjectConflict
          mine={mine}
          theirs={conflict.theirs}
          shown={base.value}
          onSave={(fields) => save.resolve(fields, conflict.theirs)}
          onTakeTheirs={() => session.replace(conflict.theirs)}
          onClose={session.postpone}
        />
      )}
      <LeaveGuard isUnsaved={() => save.phase !== "saved" && edit.isAtRisk()} />
    </>
  )
}

/** Shortens the messages that stand below fields, unlike the banner above the button. */
function shorten(errors: Readonly<Record<string, string>>): Record<string, string> {
  const shortened = Object.entries(errors).map(([field, message]) => [
    field,
    message === responseTexts.requiredFieldsMissing ? projectForm.fieldMissing : message,
  ])
  return Object.fromEntries(shortened)
}

/** Ctrl+S or Cmd+S saves the form, except while a dialog is open. */
function useSaveShortcut(save: () => void) {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector("dialog[open]")) save()
  })
}
