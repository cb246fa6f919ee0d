import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { projectForm as copy, projectPictures } from "#client/copy/admin-projects.ts"
import { currentProject, fieldErrors, isCode, rejectedFields } from "#client/failures.ts"
import { namedImages } from "#client/projects/pictures/upload-queue.ts"
import type { UploadRunner } from "#client/projects/pictures/upload-runner.ts"
import { type Failure, savingFailure } from "#client/projects/save-error.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { ProjectDraft, ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { changesOf, differences, fieldsOf, readFields } from "./project-fields.ts"

const LEAVE_AFTER_MS = 2000

interface ProjectSaveOptions {
  form: RefObject<HTMLFormElement | null>
  uploads: UploadRunner
  /** As it was when the form was opened; undefined for a new one. */
  project: ManagedProject | undefined
}

interface Conflict {
  mine: ProjectFields
  theirs: ManagedProject
}

/** Waits for the uploads, saves the project and leaves the form, or says why it was not saved. */
export function useProjectSave({ form, uploads, project }: ProjectSaveOptions) {
  const navigate = useNavigate()
  const { client, queries } = useApi()
  const create = useMutation(mutationOf(client.projects.create.mutate))
  const update = useMutation(mutationOf(client.projects.update.mutate))
  const { errors, showErrors, clearError } = useFormErrors(form)
  const [phase, setPhase] = useState<"open" | "sending" | "saving" | "saved">("open")
  const [failure, setFailure] = useState<Failure & { signedOut?: boolean }>()
  const [conflict, setConflict] = useState<Conflict>()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A user who leaves before the delay is over is not sent elsewhere.
  useEffect(() => () => clearTimeout(leaving.current), [])

  function rejectFields(found: Record<string, string>) {
    const isIncomplete = Object.values(found).includes(messages.requiredFieldsMissing)
    setFailure({ text: isIncomplete ? messages.requiredFieldsMissing : messages.invalid })
    showErrors(Object.fromEntries(Object.entries(found).map(([field, message]) => [field, fieldMessage(message)])))
  }

  /** The valid values of the form; undefined if they are not valid or the form has been closed meanwhile. */
  function readForm() {
    if (!form.current) return undefined
    const read = readFields(form.current, !project)
    if (!read.success) rejectFields(fieldErrors(read.error))
    return read.data
  }

  async function submit() {
    if (phase !== "open" || !readForm()) return
    showErrors({})
    setFailure(undefined)
    setPhase("sending")
    await uploads.waitUntilIdle()
    // Read again, since the user may have typed during the uploads.
    const fields = readForm()
    const images = fields && namedImages(uploads.getQueue(), fields.name)
    if (images) return save({ ...fields, images }, project)
    setPhase("open")
    if (fields) setFailure({ text: projectPictures.notSent })
  }

  /** `base` is the version that the changes were made to; the update fails if it is no longer the current one. */
  async function save(fields: ProjectFields, base: ManagedProject | undefined) {
    setPhase("saving")
    setConflict(undefined)
    try {
      if (base) await update.mutateAsync({ id: base.id, version: base.version, ...changesOf(base, fields) })
      else await create.mutateAsync(fields as ProjectDraft)
      finish()
    } catch (error) {
      setPhase("open")
      handleError(error, fields)
    }
  }

  function handleError(error: unknown, mine: ProjectFields) {
    const theirs = currentProject(error)
    if (theirs && differences(mine, fieldsOf(theirs)).length === 0) return finish()
    if (theirs) return setConflict({ mine, theirs })
    const fields = rejectedFields(error)
    if (fields) return rejectFields(fields)
    setFailure({ ...savingFailure(project ? "update" : "create", error), signedOut: isCode(error, "unauthorized") })
  }

  function finish() {
    setPhase("saved")
    void queries.projects.invalidate()
    void queries.stats.invalidate()
    if (!form.current) return
    const to = project ? "/admin/dashboard" : "/admin/projects"
    const { pathname } = location
    leaving.current = setTimeout(() => {
      // The next screen may be loading while this one is still mounted.
      if (location.pathname === pathname) void navigate({ to })
    }, LEAVE_AFTER_MS)
  }

  return { phase, failure, errors, conflict, submit, save, clearError, closeConflict: () => setConflict(undefined) }
}

/** Shorter than the banner above the button. */
function fieldMessage(message: string): string {
  return message === messages.requiredFieldsMissing ? copy.fieldMissing : message
}
