import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { IMAGES_MAX } from "#server/contract/project-drafts.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { findRejection, isHeic, type PictureSize } from "./picture-limits.ts"
import type { UploadError } from "./upload-picture.ts"

/** The pictures of a project while its form is open. Those added are uploaded one by one, in their order. */
export interface UploadQueue {
  pictures: readonly QueuedPicture[]
  /** Files that were not accepted, since the last ones were added. */
  rejected: readonly RejectedFile[]
}

export interface RejectedFile {
  fileName: string
  reason: string
}

export interface AddedFile {
  key: string
  file: File
  /** An object URL, to show the file at once. */
  previewUrl: string
}

export interface QueuedPicture {
  key: string
  /** Missing for one that the project had already. */
  added?: AddedFile
  /** The server's name for it, once it is stored. */
  name?: string
  /** Undefined stands for the project's name, whatever it will be; a stored picture that has no text has null. */
  alt?: string | null | undefined
  decorative: boolean
  state: "checking" | "waiting" | "preparing" | "sending" | "stored" | "failed"
  /** From 0 to 1. */
  progress: number
  /** Known once the picture is shrunk. */
  sentBytes?: number
  /** Undefined where the browser cannot read the file. */
  size?: PictureSize | undefined
  error?: UploadError | undefined
}

export type Description = Partial<Pick<QueuedPicture, "alt" | "decorative">>

export type QueueAction =
  | { type: "added"; files: readonly AddedFile[]; rejected: readonly RejectedFile[] }
  | { type: "measured"; key: string; size: PictureSize | undefined }
  | { type: "started"; key: string }
  | { type: "prepared"; key: string; bytes: number }
  | { type: "progressed"; key: string; progress: number }
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
      return { pictures: [...queue.pictures, ...action.files.map(addedPicture)], rejected: action.rejected }
    case "measured":
      return measure(queue, action.key, action.size)
    case "started":
      return update(queue, [action.key], { state: "preparing", progress: 0 })
    case "prepared":
      return update(queue, [action.key], { state: "sending", sentBytes: action.bytes })
    case "progressed":
      return update(queue, [action.key], { progress: action.progress })
    case "stored":
      return store(queue, action.key, action.name)
    case "failed":
      return update(queue, [action.key], { state: "failed", error: action.error })
    case "retried":
      return update(queue, action.keys, { state: "waiting", error: undefined })
    case "removed":
      return { ...queue, pictures: queue.pictures.filter(({ key }) => key !== action.key) }
    case "described":
      return update(queue, [action.key], action.description)
    case "moved":
      return { ...queue, pictures: move(queue.pictures, action.key, action.to) }
    case "closed":
      return { ...queue, pictures: queue.pictures.map((one) => (isPending(one) ? { ...one, state: "failed" } : one)) }
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

function addedPicture(added: AddedFile): QueuedPicture {
  return { key: added.key, added, decorative: false, state: "checking", progress: 0 }
}

function update(queue: UploadQueue, keys: readonly string[], changes: Partial<QueuedPicture>): UploadQueue {
  const pictures = queue.pictures.map((picture) => (keys.includes(picture.key) ? { ...picture, ...changes } : picture))
  return { ...queue, pictures }
}

function measure(queue: UploadQueue, key: string, size: PictureSize | undefined): UploadQueue {
  const picture = queue.pictures.find((one) => one.key === key)
  if (picture?.state !== "checking" || !picture.added) return queue
  const error = findRejection(picture.added.file, size)
  return update(queue, [key], error ? { state: "failed", error } : { state: "waiting", size })
}

/** The server names a picture by its content, so that the same one added twice comes back with one name. */
function store(queue: UploadQueue, key: string, name: string): UploadQueue {
  if (!queue.pictures.some((picture) => picture.name === name)) {
    return update(queue, [key], { state: "stored", name, progress: 1 })
  }
  const { pictures } = reduceQueue(queue, { type: "removed", key })
  const repeated = queue.pictures.filter((picture) => picture.key === key)
  return { pictures, rejected: [...queue.rejected, ...repeated.map((one) => rejectFile(fileName(one), copy.repeated))] }
}

/** An index beyond either end is the end. */
function move(pictures: readonly QueuedPicture[], key: string, to: number): QueuedPicture[] {
  const others = pictures.filter((picture) => picture.key !== key)
  const moving = pictures.filter((picture) => picture.key === key)
  return others.toSpliced(Math.max(0, to), 0, ...moving)
}

/** Splits chosen files into those that there is room for and those that cannot be added. */
export function acceptFiles({ pictures }: UploadQueue, files: readonly File[]) {
  const usable = files.filter((file) => file.type.startsWith("image/") || isHeic(file))
  const room = Math.max(0, IMAGES_MAX - pictures.length)
  const unsupported = files.filter((file) => !usable.includes(file))
  return {
    accepted: usable.slice(0, room),
    rejected: [
      ...unsupported.map(({ name }) => rejectFile(name, messages.imageUnsupported)),
      ...usable.slice(room).map(({ name }) => rejectFile(name, messages.tooManyImages)),
    ],
  }
}

function rejectFile(fileName: string, reason: string): RejectedFile {
  return { fileName, reason }
}

/** As the user knows it. */
export function fileName({ added, name = "" }: QueuedPicture): string {
  return added?.file.name ?? name
}

export function nextInState(queue: UploadQueue, state: "checking" | "waiting"): AddedPicture | undefined {
  return queue.pictures.filter(isAdded).find((picture) => picture.state === state)
}

type AddedPicture = QueuedPicture & { added: AddedFile }

function isAdded(picture: QueuedPicture): picture is AddedPicture {
  return picture.added !== undefined
}

/** Nothing of it has been sent yet. */
function isPending({ state }: QueuedPicture): boolean {
  return state === "checking" || state === "waiting"
}

export function isInProgress({ state }: QueuedPicture): boolean {
  return state !== "stored" && state !== "failed"
}

export function isIdle({ pictures }: UploadQueue): boolean {
  return !pictures.some(isInProgress)
}

export function isChanged(queue: UploadQueue, opened: UploadQueue): boolean {
  return JSON.stringify(queue.pictures) !== JSON.stringify(opened.pictures)
}

/** A file that the server rejects for its content will be rejected the next time too. */
export function isRetryable({ error }: QueuedPicture): boolean {
  return error !== undefined && ![400, 413, 415].includes(error.status)
}

/** What the project is saved with; undefined while one of the pictures is not stored. */
export function namedImages({ pictures }: UploadQueue, projectName: string) {
  const images = pictures.flatMap((picture) =>
    picture.name ? [{ name: picture.name, alt: altText(picture, projectName) }] : [],
  )
  return images.length === pictures.length ? images : undefined
}

function altText({ alt, decorative }: QueuedPicture, projectName: string): string | null {
  if (decorative) return ""
  return alt === null ? null : (alt ?? projectName).trim()
}
