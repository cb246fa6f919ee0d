import { useNavigate } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { failureText, fieldErrors, isCode, rejectedFields } from "#client/app/failures.ts"
import { momentOf } from "#client/office/editing/schedule-dialog.tsx"
import { formatDayTime } from "#client/office/french/dates.ts"
import { namedImages } from "#client/office/projects/pictures/project-pictures.ts"
import { refreshProjects } from "#client/office/projects/refresh-projects.ts"
import { currentProject, type Failure, savingFailure } from "#client/office/projects/save-error.ts"
import { projectPictures } from "#client/office/projects/texts.ts"
import { showToast } from "#client/ui/toast.tsx"
import type { RejectedFile } from "#client/uploads/queued-pictures.ts"
import type { ProjectFields, PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { formValuesFrom, formValuesOf, isSame, parseValues, readFormValues } from "./form-values.ts"
import { storeLastSector } from "./last-sector.ts"
import { parseTexts } from "./project-fields.ts"
import { createProject, type EditedProject } from "./project-session.ts"
import { projectEditor } from "./texts.ts"
import type { useProjectEdit } from "./use-project-edit.ts"

const LEAVE_AFTER_MS = 2000

/** The action that the user asked for; `submit` is the form's own button. */
export type SaveAction = "submit" | "draft" | "publish" | "schedule" | "withdraw"

type SavePhase = "open" | "sending" | "saving" | "saved"

interface ProjectSaveOptions {
  form: RefObject<HTMLFormElement | null>
  edit: ReturnType<typeof useProjectEdit>
  showErrors: (errors: Record<string, string>) => void
}

type SaveFailure = Failure & {
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
  /** The dialog that schedules, while it is open. */
  const [scheduling, setScheduling] = useState<{ failure: string }>()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A user who leaves before the delay is over must not be redirected.
  useEffect(() => () => clearTimeout(leaving.current), [])
  const { session, project, isAutosaved, uploads } = edit

  function rejectFields(found: Record<string, string>) {
    const isIncomplete = Object.values(found).includes(responseTexts.requiredFieldsMissing)
    setFailure({ text: isIncomplete ? responseTexts.requiredFieldsMissing : responseTexts.invalid, isOfFields: true })
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
    setScheduling((open) => open && { failure: "" })
    try {
      await work()
    } catch (error) {
      handleError(action, error)
    } finally {
      setPhase((phase) => (phase === "saved" ? phase : "open"))
    }
  }

  const submit = () => (isAutosaved ? saveDraft() : run("submit", submitForm))

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
      else created = await createProject(client, fields as PublishableProject, session.getState().idempotencyKey)
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
    setMessage(created ? responseTexts.projectCreated : responseTexts.projectUpdated)
    if (refused.length > 0) setFailure(projectPictures.refused(refused, { isSaved: true }))
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
    const { typed, idempotencyKey } = session.getState()
    const { data: fields } = parseValues(typed)
    if (!fields) return
    const created = await client.projects.createDraft.mutate({ ...fields, idempotencyKey })
    // An earlier request, whose response was lost, may have created it; what was typed since is still to be saved.
    session.handOver(created, isSame(formValuesOf(created), typed) ? typed : formValuesOf(created))
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

  /** Saves what is typed, changes the project's state, and says what has become of it. */
  async function change(act: Parameters<typeof session.act>[0]) {
    setPhase("saving")
    if (isAutosaved && !(await session.saveNow())) return
    const changed = await session.act(act)
    void refreshProjects(queries)
    setMessage(outcomeText(project?.state, changed))
  }

  const publish = () =>
    run("publish", async () => {
      if (!(await readFields(true))) return
      await change({ call: client.projects.publish.mutate, isDone: ({ state }) => state === "published" })
    })

  const schedule = (at: string | null) =>
    run("schedule", async () => {
      const call = (version: EditedProject["version"]) => client.projects.schedule.mutate({ ...version, at })
      const isDone = ({ publishAt }: ManagedProject) => momentOf(publishAt) === (at ?? "")
      if (await readFields(at !== null)) await change({ call, isDone })
      setScheduling(undefined)
    })

  const withdraw = () =>
    run("withdraw", () => change({ call: client.projects.withdraw.mutate, isDone: ({ state }) => state === "draft" }))

  function handleError(action: SaveAction, error: unknown) {
    const fields = rejectedFields(error)
    const at = fields?.at
    if (at) return setScheduling((open) => open && { failure: at })
    setScheduling(undefined)
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
    scheduling,
    openSchedule: () => setScheduling({ failure: "" }),
    closeSchedule: () => setScheduling(undefined),
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

/** Says what has become of a project that was in the state before. */
function outcomeText(before: ManagedProject["state"] | undefined, { state, publishAt }: ManagedProject): string {
  if (state === "published") return projectEditor.published
  if (publishAt) return projectEditor.scheduled(formatDayTime(publishAt))
  return before === "scheduled" ? projectEditor.unscheduled : projectEditor.withdrawn
}
