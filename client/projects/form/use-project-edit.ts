import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useApi } from "#client/api.ts"
import { projectEditor as copy } from "#client/copy/admin-project-editor.ts"
import type { UnsavedEdit } from "#client/editing/unsaved-edits.ts"
import { InvalidEdit, useAutosave } from "#client/editing/use-autosave.ts"
import { currentProject, failureText, fieldErrors, rejectedFields } from "#client/failures.ts"
import { createUploadRunner } from "#client/projects/pictures/upload-runner.ts"
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
  /** Shows the errors of fields, which their own rules or the server have rejected. */
  onErrors: (errors: Record<string, string>) => void
}

interface Latest {
  /** The project that the server has stored; undefined for a new one. */
  project: ManagedProject | undefined
  /** The version that the user's changes are based on. */
  base: ManagedProject | undefined
  /** Undefined before the first render. */
  typed: FormValues | undefined
  /** The form values that the server has stored. */
  saved: FormValues | undefined
  /** Whether this device stores values that the server has not. */
  isStored: boolean
  /** Whether autosave triggers the next save. */
  isAutomatic: boolean
  /** Idempotency key of the creation. */
  requestId: string
}

interface Conflict {
  mine: ProjectFields
  theirs: ManagedProject
  opened: ManagedProject
}

/** Stores edits on this device at once and, unless visitors would see them, on the server soon after. */
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
  /** The newest values, for calls that were begun earlier. */
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
    // Pictures under way go on, unless other ones take their place.
    if (JSON.stringify(images) === JSON.stringify(typed.images)) record()
    else setUploads(createUploadRunner(typed.images.map((image) => pictureOf(image, project))))
  }

  /** Continues with the project as the server has it now: what was sent is saved, and what was typed since stays. */
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

  /** Somebody has saved meanwhile: it is a conflict only where both have changed what people write. */
  function mergeRemote(theirs: ManagedProject, mine = readValid()): "same" | "unrelated" | "conflict" {
    const { base, typed } = latest.current
    // The form has become invalid since it was sent: the next save finds the conflict again.
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
    // What was typed before stays stored, and is offered at the next visit.
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
  // The uncontrolled fields have values only after the first render; nobody may type before they are read.
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
    /** Saves what is typed because somebody asked for it. */
    async saveNow() {
      latest.current.isAutomatic = false
      const { base } = latest.current
      // A second attempt, where somebody has changed nothing but the state meanwhile.
      const isDone = (await autosave.saveAll()) || (latest.current.base !== base && (await autosave.saveAll()))
      latest.current.isAutomatic = true
      return isDone
    },
    /** The new project has become this one: what is typed until its own editor opens goes on there. */
    handOver(created: ManagedProject, sent: FormValues) {
      unsaved.current.forget()
      unsaved.current = unsavedProjects(accountId, created.id)
      Object.assign(latest.current, { base: created, saved: sent })
      store()
    },
    markAllSaved,
    /** Whether something would be lost if the form were closed. */
    isAtRisk: () =>
      uploads.getQueue().pictures.some((picture) => !picture.name) || (!isSaved() && !latest.current.isStored),
  }
}

/** Visitors do not see what is saved in these states. */
function isUnpublished(project: ManagedProject | undefined): boolean {
  return project?.state === "draft" || project?.state === "scheduled"
}

/** Keeps the size and colour of a picture that the project had before. */
function pictureOf(image: ProjectFields["images"][number], project: ManagedProject | undefined): ProjectImage {
  const known = project?.images.find(({ name }) => name === image.name)
  return { width: 0, height: 0, colour: null, focus: null, ...known, ...image }
}
