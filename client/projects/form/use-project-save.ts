import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { mutationOf, useApi } from "#client/api.ts"
import { projectForm as copy, projectPictures } from "#client/copy/admin-projects.ts"
import { fieldErrors, isCode, rejectedFields } from "#client/failures.ts"
import { useFormErrors } from "#client/ui/use-form-errors.ts"
import type { ProjectDraft } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { presentProject } from "./current-project.ts"
import { changesOf, differences, fieldsOf, type ProjectFields, readFields } from "./project-fields.ts"
import { namedImages } from "./queued-picture.ts"
import { type Failure, savingFailure } from "./save-error.ts"
import type { PictureTray } from "./upload-queue.ts"

/** Specification §4: where saving leads, and when. */
const LEAVE_AFTER_MS = 2000

interface Saving {
  form: RefObject<HTMLFormElement | null>
  tray: PictureTray
  /** As it was when the form was opened; undefined for a new one. */
  project: Project | undefined
}

export interface Conflict {
  mine: ProjectFields
  theirs: Project
}

/** A form's life: filled, sending what pictures are left, saving, saved; or refused, with everything still there. */
export function useProjectSave({ form, tray, project }: Saving) {
  const navigate = useNavigate()
  const { client, queries } = useApi()
  const create = useMutation(mutationOf(client.projects.create.mutate))
  const update = useMutation(mutationOf(client.projects.update.mutate))
  const { errors, refuse, forget } = useFormErrors(form)
  const [phase, setPhase] = useState<"open" | "sending" | "saving" | "saved">("open")
  const [failure, setFailure] = useState<Failure & { signedOut?: boolean }>()
  const [conflict, setConflict] = useState<Conflict>()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Whoever walks away before the two seconds are over is not fetched back.
  useEffect(() => () => clearTimeout(leaving.current), [])

  function refuseFields(found: Record<string, string>) {
    const isIncomplete = Object.values(found).includes(messages.requiredFieldsMissing)
    setFailure({ text: isIncomplete ? messages.requiredFieldsMissing : messages.invalid })
    refuse(Object.fromEntries(Object.entries(found).map(([field, message]) => [field, underField(message)])))
  }

  /** What the form holds, when it may be saved; undefined too when it has been closed meanwhile. */
  function readForm() {
    if (!form.current) return undefined
    const read = readFields(form.current, !project)
    if (!read.success) refuseFields(fieldErrors(read.error))
    return read.data
  }

  async function submit() {
    if (phase !== "open" || !readForm()) return
    refuse({})
    setFailure(undefined)
    setPhase("sending")
    await tray.settle()
    // Read again: people go on typing while pictures travel.
    const fields = readForm()
    const images = fields && namedImages(tray.read().pictures, fields.name)
    if (images) return save({ ...fields, images }, project)
    setPhase("open")
    if (fields) setFailure({ text: projectPictures.notSent })
  }

  /** Over a version of the project, which must still be the present one. */
  async function save(fields: ProjectFields, over: Project | undefined) {
    setPhase("saving")
    setConflict(undefined)
    try {
      if (over) await update.mutateAsync({ id: over.id, version: over.version, ...changesOf(over, fields) })
      else await create.mutateAsync(fields as ProjectDraft)
      finish()
    } catch (error) {
      setPhase("open")
      explain(error, fields)
    }
  }

  function explain(error: unknown, mine: ProjectFields) {
    const theirs = presentProject(error)
    if (theirs && differences(mine, fieldsOf(theirs)).length === 0) return finish()
    if (theirs) return setConflict({ mine, theirs })
    const fields = rejectedFields(error)
    if (fields) return refuseFields(fields)
    setFailure({
      ...savingFailure(project ? "update" : "create", error),
      signedOut: isCode(error, "unauthorized"),
    })
  }

  function finish() {
    setPhase("saved")
    void queries.projects.invalidate()
    void queries.stats.invalidate()
    if (!form.current) return
    const to = project ? "/admin/dashboard" : "/admin/projects"
    const here = location.pathname
    leaving.current = setTimeout(() => {
      // Another screen may be on its way while this one still stands.
      if (location.pathname === here) void navigate({ to })
    }, LEAVE_AFTER_MS)
  }

  return { phase, failure, errors, conflict, submit, save, forget, closeConflict: () => setConflict(undefined) }
}

/** The banner says the rest. */
function underField(message: string): string {
  return message === messages.requiredFieldsMissing ? copy.fieldMissing : message
}
