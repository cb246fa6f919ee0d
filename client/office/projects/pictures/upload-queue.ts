import type { Interruption } from "#client/office/pictures/upload-picture.ts"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { spliced } from "#client/office/ui/reorder.ts"
import { findRejection, isHeic } from "#client/uploads/picture-limits.ts"
import type { PictureSize } from "#client/uploads/picture-size.ts"
import { isOfFile, type UploadError } from "#client/uploads/send-request.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"

/** The pictures of a project while its form is open. New ones are uploaded one by one, in their order. */
export interface UploadQueue {
  pictures: readonly QueuedPicture[]
  /** The files that were rejected since the last ones were added. */
  rejected: readonly RejectedFile[]
}

export interface QueuedPicture {
  key: string
  /** It is missing for a picture that the project had before. */
  file?: File
  /** An object URL that shows the file at once. */
  previewUrl?: string
  /** The server's name for it, once it is stored. */
  name?: string
  /** Undefined stands for the project's name, which may still change; a stored picture without a text has null. */
  alt?: string | null | undefined
  decorative: boolean
  state: "checking" | "waiting" | "preparing" | "sending" | "interrupted" | "stored" | "failed"
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** It is known once the picture is shrunk. */
  sentBytes?: number
  /** It is undefined if the browser cannot read the file. */
  size?: PictureSize | undefined
  /** Why it has failed, or is interrupted and tried again. */
  error?: UploadError | undefined
  /** When an interrupted upload continues, in milliseconds since 1970; undefined while the browser is offline. */
  retryAt?: number | undefined
}

type AddedFile = Required<Pick<QueuedPicture, "key" | "file" | "previewUrl">>
export type RejectedFile = { fileName: string; reason: string }
export type Description = Partial<Pick<QueuedPicture, "alt" | "decorative">>

export type QueueAction =
  | { type: "added"; files: readonly AddedFile[]; rejected: readonly RejectedFile[] }
  | { type: "measured"; key: string; size: PictureSize | undefined }
  | { type: "started"; key: string }
  | { type: "prepared"; key: string; bytes: number }
  | { type: "progressed"; key: string; progress: number }
  | ({ type: "interrupted"; key: string } & Interruption)
  | { type: "resumed"; key: string }
  | { type: "stored"; key: string; name: string }
  | { type: "failed"; key: string; error: UploadError }
  | { type: "retried"; keys: readonly string[] }
  | { type: "removed"; key: string }
  | { type: "described"; key: string; description: Description }
  | { type: "moved"; key: string; to: number }
  | { type: "closed" }

export function createQueue(images: readonly ProjectImage[]): UploadQueue {
  return { pictures: images.map(storedPicture), rejected: [] }
}

export function reduceQueue(queue: UploadQueue, action: QueueAction): UploadQueue {
  switch (action.type) {
    case "added":
      return { pictures: [...queue.pictures, ...action.files.map(addPicture)], rejected: action.rejected }
    case "measured":
      return measure(queue, action.key, action.size)
    case "started":
      return update(queue, [action.key], { state: "preparing" })
    case "prepared":
      return update(queue, [action.key], { state: "sending", sentBytes: action.bytes })
    case "progressed":
      return update(queue, [action.key], { progress: action.progress, error: undefined })
    case "interrupted":
      return update(queue, [action.key], {
        state: "interrupted",
        progress: action.progress,
        retryAt: action.retryAt,
        error: action.error,
      })
    case "resumed":
      return update(queue, [action.key], { state: "sending", retryAt: undefined })
    case "stored":
      return store(queue, action.key, action.name)
    case "failed":
      return fail(queue, action.key, action.error)
    case "retried":
      return action.keys.reduce(retry, queue)
    case "removed":
      return { ...queue, pictures: queue.pictures.filter(({ key }) => key !== action.key) }
    case "described":
      return update(queue, [action.key], action.description)
    case "moved":
      return { ...queue, pictures: move(queue.pictures, action.key, action.to) }
    case "closed":
      return update(
        queue,
        queue.pictures.filter(isPending).map(({ key }) => key),
        { state: "failed" },
      )
  }
}

function storedPicture({ name, alt, width, height }: ProjectImage, position: number): QueuedPicture {
  return {
    key: `stored ${position} ${name}`,
    name,
    alt: alt === "" ? undefined : alt,
    decorative: alt === "",
    state: "stored",
    progress: 1,
    size: width > 0 ? { width, height } : undefined,
  }
}

function addPicture(added: AddedFile): QueuedPicture {
  return { ...added, decorative: false, state: "checking", progress: 0 }
}

function update(queue: UploadQueue, keys: readonly string[], changes: Partial<QueuedPicture>): UploadQueue {
  const pictures = queue.pictures.map((picture) => (keys.includes(picture.key) ? { ...picture, ...changes } : picture))
  return { ...queue, pictures }
}

function measure(queue: UploadQueue, key: string, size: PictureSize | undefined): UploadQueue {
  const picture = queue.pictures.find((one) => one.key === key)
  if (picture?.state !== "checking" || !picture.file) return queue
  const error = findRejection(picture.file, size)
  return error ? fail(queue, key, error) : update(queue, [key], { state: "waiting", size })
}

/** Removes a file that the server rejects for its content, since it would reject it again; others may be retried. */
function fail(queue: UploadQueue, key: string, error: UploadError): UploadQueue {
  return isOfFile(error) ? reject(queue, key, error.message) : update(queue, [key], { state: "failed", error })
}

function reject({ pictures, rejected }: UploadQueue, key: string, reason: string): UploadQueue {
  const files = pictures.filter((picture) => picture.key === key).map(fileName)
  return {
    pictures: pictures.filter((picture) => picture.key !== key),
    rejected: [...rejected, ...rejectFiles(files, reason)],
  }
}

/** Puts a failed upload back into the queue, or ends the pause of an interrupted one. */
function retry(queue: UploadQueue, key: string): UploadQueue {
  const picture = queue.pictures.find((one) => one.key === key)
  if (picture?.state === "interrupted") return update(queue, [key], { state: "sending", retryAt: undefined })
  return update(queue, [key], { state: "waiting", error: undefined })
}

/** Removes a picture that was added twice, which the server recognizes by its content and gives the same name. */
function store(queue: UploadQueue, key: string, name: string): UploadQueue {
  const isRepeated = queue.pictures.some((picture) => picture.name === name)
  if (!isRepeated) return update(queue, [key], { state: "stored", name, progress: 1 })
  return reject(queue, key, texts.repeated)
}

/** Moves a picture; an index beyond an end stands for that end. */
function move(pictures: readonly QueuedPicture[], key: string, to: number): QueuedPicture[] {
  const others = pictures.filter((picture) => picture.key !== key)
  const moving = pictures.filter((picture) => picture.key === key)
  return spliced(others, Math.max(0, to), 0, ...moving)
}

/** Splits files into those that can be added, and those that are no pictures or that there is no room for. */
export function acceptFiles({ pictures }: UploadQueue, files: readonly File[]) {
  const usable = files.filter((file) => file.type.startsWith("image/") || isHeic(file))
  const unsupported = files.filter((file) => !usable.includes(file))
  const room = Math.max(0, IMAGES_MAX - pictures.length)
  return {
    accepted: usable.slice(0, room),
    rejected: [
      ...rejectFiles(
        unsupported.map(({ name }) => name),
        messages.imageUnsupported,
      ),
      ...rejectFiles(
        usable.slice(room).map(({ name }) => name),
        messages.tooManyImages,
      ),
    ],
  }
}

function rejectFiles(fileNames: readonly string[], reason: string): RejectedFile[] {
  return fileNames.map((fileName) => ({ fileName, reason }))
}

/** Returns the name by which the user knows the picture. */
export function fileName({ file, name = "" }: QueuedPicture): string {
  return file?.name ?? name
}

export function nextInState({ pictures }: UploadQueue, state: "checking" | "waiting"): QueuedPicture | undefined {
  return pictures.find((picture) => picture.state === state)
}

function isPending({ state }: QueuedPicture): boolean {
  return state === "checking" || state === "waiting"
}

export function isInProgress({ state }: QueuedPicture): boolean {
  return state !== "stored" && state !== "failed"
}

export function isIdle({ pictures }: UploadQueue): boolean {
  return !pictures.some(isInProgress)
}

/** Whether the user can retry an upload; one that is interrupted can be retried before its pause is over. */
export function isRetryable({ state, error }: QueuedPicture): boolean {
  return state === "interrupted" || (state === "failed" && error !== undefined)
}

/** Returns the images to save, or undefined while one of the pictures is not stored. */
export function namedImages({ pictures }: UploadQueue, projectName: string) {
  const images = pictures.flatMap((picture) =>
    picture.name ? [{ name: picture.name, alt: altText(picture, projectName) }] : [],
  )
  return images.length === pictures.length ? images : undefined
}

function altText({ alt, decorative }: QueuedPicture, projectName: string): string | null {
  if (decorative) return ""
  return alt === null ? null : alt?.trim() || projectName.trim()
}
