import { createUuid } from "#client/app/uuid.ts"
import { cancelUpload, type ResumableUpload, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { createNetwork, retryOffline } from "#client/uploads/retry-offline.ts"
import { sendRequest, toUploadError } from "#client/uploads/send-request.ts"
import { redrawPicture } from "#client/uploads/shrink-picture.ts"
import { uploads as texts } from "#client/uploads/texts.ts"
import { waitUntil } from "#client/uploads/wait-until.ts"
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
} from "./photo-queue.ts"
import type { RecordPhoto } from "./request-record.ts"
import { PHOTO_URLS } from "./send-requests.ts"

/** The result shows a crack in a wall, and is a tenth of the size of a phone's photo. */
const REDRAWING = { longestSide: 1600, quality: 0.8, types: ["image/webp", "image/jpeg"] }

type Show = (queue: PhotoQueue) => void

const runners = new WeakMap<WeakKey, ReturnType<typeof createPhotoRunner>>()

/** Returns the runner of the application: a form that is opened again goes on with the photos that are under way. */
export function openPhotoRunner(application: WeakKey, show: Show) {
  const runner = runners.get(application) ?? createPhotoRunner()
  runners.set(application, runner)
  runner.follow(show)
  return runner
}

/** Processes the queue of a form's photos: shrinks and uploads them, and revokes object URLs. */
function createPhotoRunner() {
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

  function fail(id: string, error: unknown) {
    dispatch({ type: "failed", id, error: toUploadError(error) })
    if (!find(id)) begun.delete(id)
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
        onBegin: async () => dispatch({ type: "begun", id, uploadUrl: resumable.url }),
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
    begun.delete(id)
    dispatch({ type: "stored", id, name })
  }

  return {
    dispatch,
    getQueue: () => queue,
    follow(form: Show) {
      show = form
    },
    add(files: readonly File[], rejected: readonly RejectedFile[]) {
      const photos = files.map((blob) => ({ id: createUuid(), fileName: blob.name, blob, isOriginal: true }))
      dispatch({ type: "added", photos, rejected })
    },
    /** Adds the photos that an earlier visit has left, unless this one has some. */
    restore(left: readonly RecordPhoto[]) {
      if (queue.photos.length > 0) return show(queue)
      const fatal = takeMarked(left)
      const photos = left
        .filter((photo) => photo !== fatal)
        .map((photo) => (photo.isOriginal ? photo : { ...photo, previewUrl: URL.createObjectURL(photo.blob) }))
      const rejected = fatal ? [{ fileName: fatal.fileName, reason: texts.tooHeavy }] : []
      dispatch({ type: "added", photos, rejected })
    },
    remove(id: string) {
      const photo = find(id)
      dispatch({ type: "removed", id })
      if (photo && photo.state !== "stored") cancelUpload(begun.get(id) ?? { url: photo.uploadUrl, acknowledged: 0 })
      begun.delete(id)
    },
    /** Resolves when the queue is settled. */
    settle: () => waitUntil(() => isSettled(queue), listeners),
    clear() {
      dispatch({ type: "cleared" })
      begun.clear()
    },
  }
}
