import { useNavigate } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { failureText, fieldErrors, isCode, rejectedFields } from "#client/app/failures.ts"
import { momentOf } from "#client/office/editing/schedule-dialog.tsx"
import { namedImages } from "#client/office/projects/pictures/project-pictures.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { currentProject, type Failure, savingFailure } from "#client/office/projects/save-error.ts"
import { projectPictures } from "#client/office/projects/texts.ts"
import { showToast } from "#client/ui/toast.tsx"
import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import type { ProjectFields, PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { changesOf, formValuesFrom, formValuesOf, parseValues, readFormValues } from "./form-values.ts"
import { storeLastSector } from "./last-sector.ts"
import { differences, fieldsOf, parseTexts } from "./project-fields.ts"
import { projectEditor } from "./texts.ts"
import type { useProjectEdit } from "./use-project-edit.ts"

const LEAVE_AFTER_MS = 2000

/** The action that the user asked for; `submit` is the form's own button. */
export type SaveAction = "submit" | "draft" | "publish" | "schedule" | "withdraw"

export type SavePhase = "open" | "sending" | "saving" | "saved"

interface ProjectSaveOptions {
  form: RefObject<HTMLFormElement | null>
  edit: ReturnType<typeof useProjectEdit>
  showErrors: (errors: Record<string, string>) => void
}

export type SaveFailure = Failure & {
  signedOut?: boolean
  /** Whether the fields show what is wrong. */
  isOfFields?: boolean
  /** Whether pictures were refused, without which the user may go on. */
  isOfPictures?: boolean
}

/** Waits for the uploads, then saves or publishes the project, or reports why that failed. */
export function useProjectSave({ form, edit, showErrors }: ProjectSaveOptions) {
  const navigate = useNavigate()
  const { client, queries } = useApi()
  const [phase, setPhase] = useState<SavePhase>("open")
  const [action, setAction] = useState<SaveAction>("submit")
  const [failure, setFailure] = useState<SaveFailure>()
  const [message, setMessage] = useState("")
  const [scheduleFailure, setScheduleFailure] = useState("")
  const [isScheduling, setIsScheduling] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A user who leaves before the delay is over must not be redirected.
  useEffect(() => () => clearTimeout(leaving.current), [])
  const { session, project, isDraft, uploads } = edit

  function rejectFields(found: Record<string, string>) {
    const isIncomplete = Object.values(found).includes(messages.requiredFieldsMissing)
    setFailure({ text: isIncomplete ? messages.requiredFieldsMissing : messages.invalid, isOfFields: true })
    showErrors(found)
  }

  /** Returns the valid texts; undefined if they are invalid or the form was closed meanwhile. */
  function readTexts(isComplete: boolean) {
    if (!form.current) return undefined
    const { data, error } = parseTexts(readFormValues(form.current, uploads.getQueue()), isComplete)
    if (error) rejectFields(fieldErrors(error))
    return data
  }

  /** Returns the fields once all pictures are uploaded; undefined, with the reason shown, if that failed. */
  async function readFields(isComplete: boolean): Promise<ProjectFields | undefined> {
    if (!readTexts(isComplete)) return undefined
    showErrors({})
    setPhase("sending")
    const rejected = uploads.watchRejected()
    await uploads.waitUntilIdle()
    const refused = rejected()
    if (refused.length > 0) {
      setFailure({ ...projectPictures.refused(refused, { isSaved: false }), isOfPictures: true })
      return undefined
    }
    // The user may have typed during the uploads.
    const texts = readTexts(isComplete)
    const images = texts && namedImages(uploads.getQueue(), texts.name)
    if (texts && !images) setFailure({ text: projectPictures.notSent })
    return images && { ...texts, images }
  }

  /** Runs one action at a time. */
  async function run(action: SaveAction, work: () => Promise<unknown>) {
    if (phase === "open") await start(action, work)
  }

  /** Runs an action, and shows its failure. */
  async function start(action: SaveAction, work: () => Promise<unknown>) {
    setAction(action)
    setFailure(undefined)
    setMessage("")
    setScheduleFailure("")
    try {
      await work()
    } catch (error) {
      handleError(action, error)
    } finally {
      setPhase((phase) => (phase === "saved" ? phase : "open"))
    }
  }

  const submit = () => (isDraft ? saveDraft() : run("submit", submitForm))

  async function submitForm() {
    const fields = await readFields(!project)
    if (fields) await save(fields)
  }

  async function save(fields: ProjectFields): Promise<void> {
    setPhase("saving")
    const rejected = uploads.watchRejected()
    const sent = new Set(uploads.getQueue().pictures.map(({ key }) => key))
    let created: ManagedProject | undefined
    try {
      if (session.getState().base) await session.save(formValuesFrom(fields))
      else created = await create(fields as PublishableProject)
    } catch (error) {
      rejected()
      if (!currentProject(error)) throw error
      return session.choose()
    }
    // Pictures may have been added while the project was being saved.
    await uploads.waitUntilIdle()
    const refused = rejected()
    const isMissing = uploads.getQueue().pictures.some(({ key }) => !sent.has(key))
    if (form.current && (refused.length > 0 || isMissing)) return stay(fields, { created, refused })
    finish(fields)
  }

  /** Keeps the form open after a save that has not all of its pictures, as that of the saved project. */
  function stay(
    fields: ProjectFields,
    { created, refused }: { created: ManagedProject | undefined; refused: readonly RejectedFile[] },
  ) {
    if (created) {
      session.handOver(created, formValuesFrom(fields))
      session.accept(created)
      storeLastSector(created.sector)
    }
    void refreshProjects(queries)
    setMessage(created ? messages.projectCreated : messages.projectUpdated)
    if (refused.length > 0) setFailure(projectPictures.refused(refused, { isSaved: true }))
  }

  function update(base: ManagedProject, fields: ProjectFields) {
    const { id, version } = base
    return client.projects.update.mutate({ id, version, ...changesOf(formValuesOf(base), fields) })
  }

  /** Creates a project, which an earlier request without a response may have stored as a draft or with other fields. */
  async function create(fields: PublishableProject) {
    const { requestId } = session.getState()
    const created = await client.projects.create.mutate({ ...fields, requestId })
    const saved = isSameAs(created, fields) ? created : await update(created, fields)
    const { id, version, state } = saved
    return state === "published" ? saved : client.projects.publish.mutate({ id, version })
  }

  function finish({ sector }: ProjectFields) {
    setPhase("saved")
    session.finish()
    if (!project) storeLastSector(sector)
    void refreshProjects(queries)
    if (!form.current) return
    const to = project ? "/admin/dashboard" : "/admin/projects"
    const { pathname } = location
    leaving.current = setTimeout(() => {
      // Another screen may be loading while this one is still mounted.
      if (location.pathname === pathname) void navigate({ to })
    }, LEAVE_AFTER_MS)
  }

  const saveDraft = () =>
    run("draft", async () => {
      if (!(await readFields(false))) return
      setPhase("saving")
      if (!project) return openDraft()
      await session.saveNow()
    })

  /** Creates a draft and opens its editor. */
  async function openDraft() {
    const { typed, requestId } = session.getState()
    const { data: fields } = parseValues(typed)
    if (!fields) return
    const created = await client.projects.createDraft.mutate({ ...fields, requestId })
    // An earlier request, whose response was lost, may have created it; what was typed since is still to be saved.
    session.handOver(created, isSameAs(created, fields) ? typed : formValuesOf(created))
    storeLastSector(created.sector)
    void refreshProjects(queries)
    showToast({ ...projectEditor.draftSaved, tone: "success" })
    // Closing the form would cancel the uploads of pictures that were added meanwhile.
    setPhase("sending")
    await uploads.waitUntilIdle()
    if (!form.current) return
    // This form alone has what was neither uploaded nor stored, so it continues as the draft's editor.
    if (edit.isAtRisk()) return session.accept(created)
    setPhase("saved")
    const params = { id: String(created.id) }
    await navigate({ to: "/admin/project-edit/{-$id}", params, replace: true, resetScroll: false })
  }

  /** Saves what is typed, then changes the project's state. */
  async function change(act: Parameters<typeof session.act>[0]) {
    setPhase("saving")
    if (isDraft && !(await session.saveNow())) return undefined
    const changed = await session.act(act)
    void refreshProjects(queries)
    return changed
  }

  const publish = () =>
    run("publish", async () => {
      if (!(await readFields(true))) return
      const call = client.projects.publish.mutate
      if (await change({ call, isDone: ({ state }) => state === "published" })) setMessage(projectEditor.published)
    })

  const schedule = (at: string | null) =>
    run("schedule", async () => {
      if (!(await readFields(at !== null))) return setIsScheduling(false)
      const changed = await change({
        call: (version) => client.projects.schedule.mutate({ ...version, at }),
        isDone: ({ publishAt }) => momentOf(publishAt) === (at ?? ""),
      })
      setIsScheduling(false)
      if (!changed) return
      const { publishAt } = changed
      setMessage(publishAt ? projectEditor.scheduled(formatDateTime(publishAt)) : projectEditor.unscheduled)
    })

  const withdraw = () =>
    run("withdraw", async () => {
      const done = project?.state === "scheduled" ? projectEditor.unscheduled : projectEditor.withdrawn
      const call = client.projects.withdraw.mutate
      if (await change({ call, isDone: ({ state }) => state === "draft" })) setMessage(done)
    })

  function handleError(action: SaveAction, error: unknown) {
    const fields = rejectedFields(error)
    if (fields?.at) return setScheduleFailure(fields.at)
    setIsScheduling(false)
    if (currentProject(error)) {
      setFailure({ text: projectEditor.changedElsewhere })
      return session.choose()
    }
    if (fields) return rejectFields(fields)
    const signedOut = isCode(error, "unauthorized")
    if (action === "submit") setFailure({ ...savingFailure(project ? "update" : "create", error), signedOut })
    else setFailure({ text: projectEditor.failure[action] + (failureText(error) ?? ""), signedOut })
  }

  return {
    phase,
    action,
    failure,
    message,
    dismissMessage: () => setMessage(""),
    scheduleFailure,
    isScheduling,
    openSchedule() {
      setScheduleFailure("")
      setIsScheduling(true)
    },
    closeSchedule: () => setIsScheduling(false),
    submit,
    saveDraft,
    publish,
    schedule,
    withdraw,
    /** Does what was asked for last, without the pictures that were refused. */
    goOn: () => (action === "publish" ? publish() : action === "draft" ? saveDraft() : submit()),
    /** Ends a conflict with the chosen fields; its dialog may be shown before the end of the save that has met it. */
    resolve(fields: ProjectFields, theirs: ManagedProject) {
      session.resolve(formValuesFrom(fields))
      if (theirs.state === "published") void start("submit", () => save(fields))
    },
  }
}

function isSameAs(project: ManagedProject, fields: ProjectFields): boolean {
  return differences(fieldsOf(project), fields).length === 0
}
