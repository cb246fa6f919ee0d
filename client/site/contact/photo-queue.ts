import type { UploadError } from "#client/uploads/send-request.ts"
import { uploadMessages } from "#server/contract/upload-messages.ts"
import type { RecordPhoto } from "./request-record.ts"

/** The photos of the contact request that is being written. They are shrunk and uploaded one by one, in their order. */
export interface PhotoQueue {
  photos: readonly Photo[]
  /** The files that were rejected since the last ones were added. */
  rejected: readonly RejectedFile[]
  /** Whether uploads are stopped because the queue of requests continues them. */
  isPaused: boolean
}

export interface Photo extends RecordPhoto {
  state: "preparing" | "waiting" | "sending" | "interrupted" | "stored" | "failed"
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** An object URL of the shrunk photo. */
  previewUrl?: string | undefined
  error?: string | undefined
}

export interface RejectedFile {
  fileName: string
  reason: string
}

export type AddedPhoto = RecordPhoto & Pick<Photo, "previewUrl">

export type PhotoAction =
  | { type: "added"; photos: readonly AddedPhoto[]; rejected?: readonly RejectedFile[] }
  | { type: "prepared"; id: string; blob: Blob; previewUrl: string }
  | { type: "started"; id: string }
  | { type: "begun"; id: string; uploadUrl: string | undefined }
  | { type: "progressed"; id: string; progress: number }
  | { type: "interrupted"; id: string; progress: number }
  | { type: "stored"; id: string; name: string }
  | { type: "failed"; id: string; error: UploadError }
  | { type: "retried"; id: string }
  | { type: "removed"; id: string }
  | { type: "paused" }
  | { type: "resumed" }
  /** The server has deleted the photos. */
  | { type: "lost" }
  | { type: "cleared" }

export const EMPTY_QUEUE: PhotoQueue = { photos: [], rejected: [], isPaused: false }

export function reducePhotos(queue: PhotoQueue, action: PhotoAction): PhotoQueue {
  switch (action.type) {
    case "added":
      return { ...queue, photos: [...queue.photos, ...action.photos.map(addPhoto)], rejected: action.rejected ?? [] }
    case "prepared": {
      const { blob, previewUrl } = action
      return update(queue, action.id, { state: "waiting", blob, previewUrl, isOriginal: false })
    }
    case "started":
      return update(queue, action.id, { state: "sending" })
    case "begun":
      return update(queue, action.id, { uploadUrl: action.uploadUrl })
    case "progressed":
      return update(queue, action.id, { progress: action.progress })
    case "interrupted":
      return update(queue, action.id, { state: "interrupted", progress: action.progress })
    case "stored":
      return update(queue, action.id, { state: "stored", name: action.name, uploadUrl: undefined, progress: 1 })
    case "failed":
      return fail(queue, action.id, action.error)
    case "retried":
      return updateWhere(queue, (photo) => photo.id === action.id && isRetryable(photo), {
        state: "waiting",
        error: undefined,
      })
    case "removed":
      return remove(queue, action.id)
    case "paused":
      return { ...updateWhere(queue, isUnderWay, { state: "interrupted" }), isPaused: true }
    case "resumed":
      return { ...(queue.isPaused ? updateWhere(queue, isInterrupted, { state: "waiting" }) : queue), isPaused: false }
    case "lost":
      return updateWhere(queue, ({ state }) => state === "stored", {
        state: "waiting",
        name: undefined,
        uploadUrl: undefined,
        progress: 0,
      })
    case "cleared":
      return EMPTY_QUEUE
  }
}

function addPhoto(photo: AddedPhoto): Photo {
  if (photo.isOriginal) return { ...photo, state: "preparing", progress: 0 }
  return photo.name ? { ...photo, state: "stored", progress: 1 } : { ...photo, state: "waiting", progress: 0 }
}

function update(queue: PhotoQueue, id: string, changes: Partial<Photo>): PhotoQueue {
  return updateWhere(queue, (photo) => photo.id === id, changes)
}

function updateWhere(queue: PhotoQueue, isMeant: (photo: Photo) => boolean, changes: Partial<Photo>): PhotoQueue {
  return { ...queue, photos: queue.photos.map((photo) => (isMeant(photo) ? { ...photo, ...changes } : photo)) }
}

function remove(queue: PhotoQueue, id: string): PhotoQueue {
  return { ...queue, photos: queue.photos.filter((photo) => photo.id !== id) }
}

/** Removes a file that the server rejects for its content, since it would reject it again; others may be retried. */
function fail(queue: PhotoQueue, id: string, { status, message }: UploadError): PhotoQueue {
  if (![400, 413, 415].includes(status)) return update(queue, id, { state: "failed", error: message })
  const fileNames = queue.photos.filter((photo) => photo.id === id).map(({ fileName }) => fileName)
  return { ...remove(queue, id), rejected: [...queue.rejected, ...rejectFiles(fileNames, message)] }
}

function rejectFiles(fileNames: readonly string[], reason: string): RejectedFile[] {
  return fileNames.map((fileName) => ({ fileName, reason }))
}

/** Splits files into accepted ones and those that are no pictures, and counts those that there is no room for. */
export function acceptFiles(files: readonly File[], room: number) {
  const unsupported = files.filter(isNoPicture)
  const usable = files.filter((file) => !isNoPicture(file))
  const accepted = usable.slice(0, Math.max(0, room))
  return {
    accepted,
    rejected: rejectFiles(
      unsupported.map(({ name }) => name),
      uploadMessages.imageUnsupported,
    ),
    omitted: usable.length - accepted.length,
  }
}

/** Whether a file is no picture. Some phones do not tell the type of a picture, and the server then decides. */
function isNoPicture({ type }: File): boolean {
  return !/^$|^image\/(?!svg)|octet-stream/.test(type)
}

function isUnderWay({ state }: Photo): boolean {
  return state === "waiting" || state === "sending"
}

function isInterrupted({ state }: Photo): boolean {
  return state === "interrupted"
}

function isRetryable({ state, previewUrl }: Photo): boolean {
  return state === "failed" && previewUrl !== undefined
}

export function nextInState({ photos }: PhotoQueue, state: "preparing" | "waiting"): Photo | undefined {
  return photos.find((photo) => photo.state === state)
}

/** Whether each photo is stored or failed, or waits because uploads are paused or the network is lost. */
export function isSettled({ photos, isPaused }: PhotoQueue): boolean {
  const isWaitingSettled = isPaused || photos.some(isInterrupted)
  return photos.every(({ state }) => {
    if (state === "waiting") return isWaitingSettled
    return state !== "preparing" && state !== "sending"
  })
}

export function hasFailed({ photos }: PhotoQueue): boolean {
  return photos.some(({ state }) => state === "failed")
}

/** Returns what another page needs of the photos, without what this one shows. */
export function toRecordPhotos({ photos }: PhotoQueue): RecordPhoto[] {
  return photos.map(({ state: _, progress: __, previewUrl: ___, error: ____, ...photo }) => photo)
}
