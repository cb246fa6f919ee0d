import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { failureText, fieldErrors, rejectedFields } from "#client/app/failures.ts"
import { createUuid } from "#client/app/uuid.ts"
import type { UnsavedEdit } from "#client/office/editing/unsaved-edits.ts"
import { InvalidEdit, isFinal, useAutosave } from "#client/office/editing/use-autosave.ts"
import { createUploadRunner } from "#client/office/projects/pictures/upload-runner.ts"
import { currentProject } from "#client/office/projects/save-error.ts"
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
  /** The form values that the server has stored; undefined while that is unknown. */
  saved: FormValues | undefined
  /** The fields of a save without a response, which the server may have stored. */
  sent: ProjectFields | undefined
  /** Whether this device has stored the values that the server lacks. */
  isStored: boolean
  /** Whether autosave triggers the next save. */
  isAutomatic: boolean
  /** Idempotency key for creating the project. */
  requestId: string
}

interface Conflict {
  theirs: ManagedProject
  opened: ManagedProject
  /** It is defined while the user chooses between the versions. */
  mine?: ProjectFields | undefined
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
    sent: undefined,
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
    keep()
    if (isUnpublished(latest.current.project)) autosave.edited()
  }

  /** Stores on this device what the server lacks. */
  function keep() {
    const { base, typed, sent, requestId } = latest.current
    if (!typed || isSaved()) unsaved.current.forget()
    else latest.current.isStored = unsaved.current.store(base ? { base, typed, sent } : { typed, requestId })
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
    Object.assign(latest.current, { saved: sent, sent: undefined })
    setRejection("")
    setConflict(undefined)
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
    const { typed, isAutomatic } = latest.current
    if (typed) await save(parse(typed), typed, isAutomatic)
  }

  /** Saves fields that the form had when its values were `typed`. Throws if somebody else has changed other fields. */
  async function save(fields: ProjectFields, typed: FormValues, automatic: boolean): Promise<void> {
    // Only one save can be without a response: it is sent again until the server has answered.
    const { base, sent = fields } = latest.current
    if (!base) return
    Object.assign(latest.current, { sent, saved: undefined })
    keep()
    try {
      const changes = changesOf(base, sent)
      const saved = await client.projects.update.mutate({ id: base.id, version: base.version, automatic, ...changes })
      accept(saved, sent === fields ? typed : formValuesFrom(sent))
      if (sent === fields) return
    } catch (error) {
      const theirs = currentProject(error)
      const isMerged = theirs && merge(theirs, fields)
      if (isFinal(error)) latest.current.sent = undefined
      // What was typed since may be valid.
      const isOutdated = isFinal(error) && !theirs && sent !== fields
      if (!isMerged && !isOutdated) throw error
    }
    if (latest.current.base && hasChanged(latest.current.base, fields)) await save(fields, typed, automatic)
  }

  function onRejected(error: unknown) {
    if (currentProject(error)) return
    const fields = error instanceof InvalidEdit ? error.fields : rejectedFields(error)
    setRejection(error instanceof InvalidEdit ? error.message : (failureText(error) ?? ""))
    onErrors(fields ?? {})
  }

  /** Continues from the server's version, and returns true, unless somebody else has changed its fields. */
  function merge(theirs: ManagedProject, mine = readValid()): boolean {
    const { base, sent } = latest.current
    const known = [mine, sent, base && fieldsOf(base)]
    if (known.some((fields) => fields && !hasChanged(theirs, fields))) {
      accept(theirs, formValuesOf(theirs))
      return true
    }
    if (base) setConflict({ theirs, opened: base })
    return false
  }

  /** Lets the user choose between the versions, if there is a conflict and the form is valid. */
  function openConflict() {
    const mine = readValid()
    setConflict((conflict) => conflict && { ...conflict, mine })
  }

  function readValid(): ProjectFields | undefined {
    const { typed } = latest.current
    const texts = typed && parseTexts(typed, false).data
    return texts && { ...texts, images: typed.images }
  }

  /** Saves the given fields on top of the other version. */
  function resolve(fields: ProjectFields, theirs: ManagedProject) {
    accept(theirs, formValuesOf(theirs))
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
    if (opened) Object.assign(latest.current, { base: edit.base, sent: edit.sent })
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
    // What is based on other fields is offered, since others have changed the project since.
    const newest = offers.find(({ edit: { base, sent } }) =>
      [base && fieldsOf(base), sent].some((fields) => fields && opened && !hasChanged(opened, fields)),
    )
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
    save: (fields: ProjectFields) => save(fields, latest.current.typed ?? formValuesFrom(fields), false),
    merge,
    resume,
    resolve,
    takeTheirs(theirs: ManagedProject) {
      fill(formValuesOf(theirs))
      accept(theirs, formValuesOf(theirs))
    },
    openConflict,
    postpone: () => setConflict((conflict) => conflict && { ...conflict, mine: undefined }),
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
      const isDone = await autosave.saveAll()
      if (!isDone || conflict) openConflict()
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

function hasChanged(project: ManagedProject, fields: ProjectFields): boolean {
  return differences(fieldsOf(project), fields).length > 0
}

function parse(typed: FormValues): ProjectFields {
  const { data: texts, error } = parseTexts(typed, false)
  if (error) throw new InvalidEdit(fieldErrors(error))
  return { ...texts, images: typed.images }
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
