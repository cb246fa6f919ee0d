import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { projectEditor as copy } from "#client/copy/admin-project-editor.ts"
import type { UnsavedEdit } from "#client/editing/unsaved-edits.ts"
import { InvalidEdit, useAutosave } from "#client/editing/use-autosave.ts"
import { failureText, fieldErrors, rejectedFields } from "#client/failures.ts"
import { createUploadRunner } from "#client/projects/pictures/upload-runner.ts"
import { currentProject } from "#client/projects/save-error.ts"
import { createUuid } from "#client/uuid.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject, ProjectImage } from "#server/contract/projects.ts"
import { type FormValues, fillForm, formValuesFrom, formValuesOf, isSame, readFormValues } from "./form-values.ts"
import { changesOf, differences, fieldsOf, parseTexts } from "./project-fields.ts"
import { type UnsavedProject, unsavedProjects } from "./unsaved-projects.ts"

interface ProjectEditOptions {
  form: RefObject<HTMLFormElement | null>
  /** The project when the form was opened; undefined for a new one. */
  opened: ManagedProject | undefined
  /** It shows the errors of fields that the schema or the server has rejected. */
  onErrors: (errors: Record<string, string>) => void
}

interface Latest {
  /** The project that the server has stored; undefined for a new one. */
  project: ManagedProject | undefined
  /** The version on which the changes are based. */
  base: ManagedProject | undefined
  /** It is undefined before the first render. */
  typed: FormValues | undefined
  /** The form values that the server has stored. */
  saved: FormValues | undefined
  /** Whether this device has stored the values that the server lacks. */
  isStored: boolean
  /** Whether autosave triggers the next save. */
  isAutomatic: boolean
  /** Idempotency key for creating the project. */
  requestId: string
}

interface Conflict {
  mine: ProjectFields
  theirs: ManagedProject
  opened: ManagedProject
}

/** Stores edits on this device at once, and soon after on the server unless visitors would see them. */
export function useProjectEdit({ form, opened, onErrors }: ProjectEditOptions) {
  const { client, queries } = useApi()
  const accountId = queries.accounts.me.getData()?.id ?? 0
  const [atOpening] = useState(() => unsavedProjects(accountId, opened?.id))
  const unsaved = useRef(atOpening)
  const [offers, setOffers] = useState(() =>
    atOpening.list().filter(({ edit }) => !opened || !isSame(edit.typed, formValuesOf(opened))),
  )
  const [project, setProject] = useState(opened)
  const [uploads, setUploads] = useState(() => createUploadRunner(opened?.images ?? []))
  const [name, setName] = useState(opened?.name ?? "")
  const [isRecovered, setIsRecovered] = useState(false)
  const [rejection, setRejection] = useState("")
  const [conflict, setConflict] = useState<Conflict>()
  const [requestId] = useState(createUuid)
  /** The newest values, for callbacks that were created earlier. */
  const latest = useRef<Latest>({
    project: opened,
    base: opened,
    typed: undefined,
    saved: undefined,
    isStored: true,
    isAutomatic: true,
    requestId,
  })
  const isDraft = isUnpublished(project)
  const autosave = useAutosave({ isSaved, isPaused: !isDraft || conflict !== undefined, send, onRejected })

  function isSaved() {
    return isSame(latest.current.typed, latest.current.saved)
  }

  function record() {
    if (!form.current) return
    const typed = readFormValues(form.current, uploads.getQueue())
    const isFirst = latest.current.typed === undefined
    if (isSame(typed, latest.current.typed)) return
    latest.current.typed = typed
    if (isFirst) latest.current.saved = typed
    else store()
  }

  function store() {
    const { base, typed, requestId } = latest.current
    if (!typed || isSaved()) unsaved.current.forget()
    else latest.current.isStored = unsaved.current.store(base ? { base, typed } : { typed, requestId })
    if (isUnpublished(latest.current.project)) autosave.edited()
  }

  function fill(typed: FormValues) {
    if (!form.current) return
    fillForm(form.current, typed)
    setName(typed.name)
    const { images } = readFormValues(form.current, uploads.getQueue())
    // Uploads continue, unless the restored values contain other pictures.
    if (JSON.stringify(images) === JSON.stringify(typed.images)) record()
    else setUploads(createUploadRunner(typed.images.map((image) => pictureOf(image, project))))
  }

  /** Continues with the project as the server has stored it, and keeps what was typed since it was sent. */
  function accept(saved: ManagedProject, sent = latest.current.saved) {
    continueFrom(saved)
    latest.current.saved = sent
    setRejection("")
    queries.projects.managed.setData(saved.id, saved)
    void queries.projects.search.invalidate()
    void queries.projects.revisions.invalidate(saved.id)
    store()
    if (isSaved()) autosave.markSaved()
  }

  function continueFrom(project: ManagedProject) {
    Object.assign(latest.current, { project, base: project })
    setProject(project)
  }

  async function send() {
    const { base, typed, isAutomatic: automatic } = latest.current
    if (!base || !typed) return
    const { data: texts, error } = parseTexts(typed, false)
    if (error) throw new InvalidEdit(fieldErrors(error))
    const changes = changesOf(base, { ...texts, images: typed.images })
    accept(await client.projects.update.mutate({ id: base.id, version: base.version, automatic, ...changes }), typed)
  }

  function onRejected(error: unknown) {
    const theirs = currentProject(error)
    if (theirs) return void mergeRemote(theirs)
    const fields = error instanceof InvalidEdit ? error.fields : rejectedFields(error)
    setRejection(error instanceof InvalidEdit ? error.message : (failureText(error) ?? ""))
    onErrors(fields ?? {})
  }

  /** Merges a version that somebody else saved; it is a conflict if it changed fields, unless both are equal. */
  function mergeRemote(theirs: ManagedProject, mine = readValid()): "same" | "unrelated" | "conflict" {
    const { base, typed } = latest.current
    // The form has become invalid since it was sent, and the next save finds the conflict again.
    if (!base || !mine) return "conflict"
    if (differences(mine, fieldsOf(theirs)).length === 0) {
      accept(theirs, typed)
      return "same"
    }
    if (differences(fieldsOf(base), fieldsOf(theirs)).length > 0) {
      setRejection(copy.changedElsewhere)
      setConflict({ mine, theirs, opened: base })
      return "conflict"
    }
    continueFrom(theirs)
    store()
    return "unrelated"
  }

  function readValid(): ProjectFields | undefined {
    const { typed } = latest.current
    const texts = typed && parseTexts(typed, false).data
    return texts && { ...texts, images: typed.images }
  }

  /** Saves the given fields on top of the other version. */
  function resolve(fields: ProjectFields) {
    if (!conflict) return
    const { theirs } = conflict
    continueFrom(theirs)
    latest.current.saved = formValuesOf(theirs)
    setConflict(undefined)
    fill(formValuesFrom(fields))
    store()
  }

  function markAllSaved() {
    latest.current.saved = latest.current.typed
    unsaved.current.forget()
  }

  function resume({ key, edit }: UnsavedEdit<UnsavedProject>) {
    // What was typed before is set aside, and offered at the next visit.
    if (!isSaved()) unsaved.current.setAside()
    if (opened) latest.current.base = edit.base
    else latest.current.requestId = edit.requestId ?? createUuid()
    fill(edit.typed)
    latest.current.typed = edit.typed
    store()
    unsaved.current.forget(key)
    setOffers((offers) => offers.filter((offer) => offer.key !== key))
  }

  const follow = useEffectEvent(() => {
    const isFirst = latest.current.typed === undefined
    record()
    const [newest] = offers
    if (!isFirst || !isDraft || !newest) return
    resume(newest)
    setIsRecovered(true)
  })
  const recordPictures = useEffectEvent(record)
  // The uncontrolled fields have values after the first render, and must be read before anybody types.
  useLayoutEffect(() => {
    follow()
    const unsubscribe = uploads.subscribe(recordPictures)
    return () => {
      unsubscribe()
      uploads.close()
    }
  }, [uploads])

  return {
    ...autosave,
    project,
    uploads,
    name,
    setName,
    isDraft,
    isRecovered,
    offers,
    rejection,
    conflict,
    record,
    accept,
    mergeRemote,
    resume,
    resolve,
    takeTheirs(theirs: ManagedProject) {
      setConflict(undefined)
      fill(formValuesOf(theirs))
      accept(theirs, formValuesOf(theirs))
    },
    postpone: () => setConflict(undefined),
    ignore({ key }: UnsavedEdit<UnsavedProject>) {
      unsaved.current.forget(key)
      setOffers(offers.filter((offer) => offer.key !== key))
    },
    base: () => latest.current.base,
    typed: () => latest.current.typed,
    requestId: () => latest.current.requestId,
    /** Saves because the user asked for it. */
    async saveNow() {
      latest.current.isAutomatic = false
      const { base } = latest.current
      // A second attempt is made if somebody else has changed only the project's state meanwhile.
      const isDone = (await autosave.saveAll()) || (latest.current.base !== base && (await autosave.saveAll()))
      latest.current.isAutomatic = true
      return isDone
    },
    /** Continues with the created project; what is typed before its own editor opens is stored for that one. */
    handOver(created: ManagedProject, sent: FormValues) {
      unsaved.current.forget()
      unsaved.current = unsavedProjects(accountId, created.id)
      Object.assign(latest.current, { base: created, saved: sent })
      store()
    },
    markAllSaved,
    /** Whether closing the form would lose something. */
    isAtRisk: () =>
      uploads.getQueue().pictures.some((picture) => !picture.name) || (!isSaved() && !latest.current.isStored),
  }
}

/** Whether visitors do not see what is saved. */
function isUnpublished(project: ManagedProject | undefined): boolean {
  return project?.state === "draft" || project?.state === "scheduled"
}

/** Returns a picture with the size and the colour that the project knows of it. */
function pictureOf(image: ProjectFields["images"][number], project: ManagedProject | undefined): ProjectImage {
  const known = project?.images.find(({ name }) => name === image.name)
  return { width: 0, height: 0, colour: null, focus: null, ...known, ...image }
}
