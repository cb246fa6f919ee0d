import { createUuid } from "#client/app/uuid.ts"
import { cancelUpload, type ResumableUpload, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { createNetwork, retryOffline } from "#client/uploads/retry-offline.ts"
import { sendRequest, toUploadError } from "#client/uploads/send-request.ts"
import { redrawPicture } from "#client/uploads/shrink-picture.ts"
import { uploads as texts } from "#client/uploads/texts.ts"
import { waitUntil } from "#client/uploads/wait-until.ts"
import { type DraftPhoto, deletePhoto, deletePhotos, listDraftPhotos, putPhoto } from "./draft-photos.ts"
import { takeMarked, whileMarked } from "./fatal-photo.ts"
import {
  EMPTY_QUEUE,
  isSettled,
  nextInState,
  type Photo,
  type PhotoAction,
  type PhotoQueue,
  type RejectedFile,
  reducePhotos,
  toDraft,
} from "./photo-queue.ts"
import { PHOTO_URLS } from "./request-queue.ts"

/** The result shows a crack in a wall, and is a tenth of the size of a phone's photo. */
const REDRAWING = { longestSide: 1600, quality: 0.8, types: ["image/webp", "image/jpeg"] }

type Show = (queue: PhotoQueue) => void

const runners = new WeakMap<WeakKey, ReturnType<typeof createPhotoRunner>>()

/**
 * Returns the runner of the application, which has one draft: a form that is opened again goes on with the photos that
 * are still under way.
 */
export function openPhotoRunner(application: WeakKey, draftKey: string, show: Show) {
  const runner = runners.get(application) ?? createPhotoRunner(draftKey)
  runners.set(application, runner)
  runner.follow(show)
  return runner
}

/** Processes the queue of a draft's photos: shrinks, stores and uploads them, and revokes object URLs. */
function createPhotoRunner(draftKey: string) {
  let show: Show = () => undefined
  let queue = EMPTY_QUEUE
  let isPreparing = false
  let upload: { id: string; abort: AbortController } | undefined
  /** Unfinished uploads by photo id. */
  const begun = new Map<string, ResumableUpload>()
  const network = createNetwork()
  const listeners = new Set<() => void>()

  function dispatch(action: PhotoAction) {
    const before = queue
    queue = reducePhotos(queue, action)
    const shown = new Set(queue.photos.map(({ previewUrl }) => previewUrl))
    for (const { previewUrl } of before.photos) {
      if (previewUrl && !shown.has(previewUrl)) URL.revokeObjectURL(previewUrl)
    }
    if (upload && (queue.isPaused || !find(upload.id))) upload.abort.abort()
    show(queue)
    for (const check of listeners) check()
    void prepareNext()
    void uploadNext()
  }

  function find(id: string) {
    return queue.photos.find((photo) => photo.id === id)
  }

  /** Stores a photo, unless the visitor removes it meanwhile. */
  async function save(draft: DraftPhoto) {
    await putPhoto(draftKey, draft)
    if (!find(draft.id)) await deletePhoto(draft.id)
  }

  /** Reports a failure, and deletes a file that the server has rejected for good. */
  function fail(id: string, error: unknown) {
    dispatch({ type: "failed", id, error: toUploadError(error) })
    if (find(id)) return
    begun.delete(id)
    void deletePhoto(id)
  }

  async function prepareNext() {
    const next = nextInState(queue, "preparing")
    if (isPreparing || !next) return
    isPreparing = true
    await prepare(next).catch((error) => fail(next.id, error))
    isPreparing = false
    void prepareNext()
  }

  async function prepare(photo: Photo) {
    const { id, blob: original, fileName } = photo
    const file = new File([original], fileName, { type: original.type })
    const blob = await whileMarked(id, () => redrawPicture(file, REDRAWING))
    if (find(id)) await save({ ...toDraft(photo), blob, isOriginal: false })
    if (find(id)) dispatch({ type: "prepared", id, blob, previewUrl: URL.createObjectURL(blob) })
  }

  async function uploadNext() {
    const next = nextInState(queue, "waiting")
    if (upload || queue.isPaused || !next) return
    const { id } = next
    const abort = new AbortController()
    upload = { id, abort }
    await send(next, abort.signal).catch((error) => {
      if (!abort.signal.aborted) fail(id, error)
    })
    upload = undefined
    void uploadNext()
  }

  async function send(photo: Photo, signal: AbortSignal) {
    const { id, blob, fileName, uploadUrl } = photo
    const resumable = begun.get(id) ?? { url: uploadUrl, acknowledged: 0 }
    begun.set(id, resumable)
    const start = () => dispatch({ type: "started", id })
    start()
    const attempt = () =>
      uploadInChunks(blob, fileName, resumable, {
        ...PHOTO_URLS,
        signal,
        send: sendRequest,
        onProgress: (progress) => dispatch({ type: "progressed", id, progress }),
        onBegin() {
          dispatch({ type: "begun", id, uploadUrl: resumable.url })
          return save({ ...toDraft(photo), uploadUrl: resumable.url })
        },
      })
    const { filenames } = await retryOffline(attempt, {
      progress: () => resumable.acknowledged,
      onWait: () => dispatch({ type: "interrupted", id, progress: resumable.acknowledged / blob.size }),
      onRetry: start,
      signal,
      network,
    })
    const name = filenames?.[0]
    if (!name) throw new Error("The photo has no name")
    await save({ ...toDraft(photo), uploadUrl: undefined, name })
    begun.delete(id)
    dispatch({ type: "stored", id, name })
  }

  return {
    dispatch,
    getQueue: () => queue,
    follow(form: Show) {
      show = form
    },
    /** Adds files and stores the originals first, so that a closed tab loses no photo that is being shrunk. */
    add(files: readonly File[], rejected: readonly RejectedFile[]) {
      const now = Date.now()
      const photos = files.map((blob, index) => {
        return { id: createUuid(), addedAt: now + index, fileName: blob.name, blob, isOriginal: true }
      })
      for (const photo of photos) void save(photo)
      dispatch({ type: "added", photos, rejected })
    },
    /** Adds the photos that an earlier visit has stored, and returns their number. */
    async restore(): Promise<number> {
      if (queue.photos.length > 0) {
        show(queue)
        return queue.photos.length
      }
      const stored = await listDraftPhotos(draftKey)
      const fatal = takeMarked(stored)
      if (fatal) await deletePhoto(fatal.id)
      const drafts = stored.filter((draft) => draft !== fatal)
      const photos = drafts.map((draft) =>
        draft.isOriginal ? draft : { ...draft, previewUrl: URL.createObjectURL(draft.blob) },
      )
      const rejected = fatal ? [{ fileName: fatal.fileName, reason: texts.tooHeavy }] : []
      dispatch({ type: "added", photos, rejected })
      return drafts.length
    },
    remove(id: string) {
      const photo = find(id)
      dispatch({ type: "removed", id })
      if (photo && photo.state !== "stored") cancelUpload(begun.get(id) ?? { url: photo.uploadUrl, acknowledged: 0 })
      begun.delete(id)
      void deletePhoto(id)
    },
    /** Resolves when the queue is settled. */
    settle: () => waitUntil(() => isSettled(queue), listeners),
    async clear() {
      dispatch({ type: "cleared" })
      begun.clear()
      await deletePhotos(draftKey)
    },
  }
}
