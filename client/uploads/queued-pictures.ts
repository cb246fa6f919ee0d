import { isRejection, type UploadError } from "./http.ts"

/** Pictures in their order. They are checked one by one and, apart from that, sent one by one. */
export interface UploadQueue<Picture extends QueuedPicture = QueuedPicture> {
  pictures: readonly Picture[]
  /** The files that were rejected since the last ones were added. */
  rejected: readonly RejectedFile[]
  /** Whether nothing is sent until the queue is resumed. */
  isPaused: boolean
}

export interface QueuedPicture {
  key: string
  fileName: string
  /** The bytes of the file; they are missing where only the server has the picture. */
  file?: Blob | undefined
  /** An object URL that shows the file. */
  previewUrl?: string | undefined
  state: "checking" | "waiting" | "preparing" | "sending" | "interrupted" | "stored" | "failed"
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** It is known once the picture is prepared. */
  sentBytes?: number | undefined
  /** The URL of an upload that has begun. */
  uploadUrl?: string | undefined
  /** Why it has failed, or is interrupted and tried again. */
  error?: UploadError | undefined
  /** When an interrupted upload continues, in milliseconds since 1970; undefined while the browser is offline. */
  retryAt?: number | undefined
}

export interface RejectedFile {
  fileName: string
  reason: string
}

export type UploadAction<Picture extends QueuedPicture = QueuedPicture> =
  | { type: "added"; pictures: readonly Picture[]; rejected?: readonly RejectedFile[] }
  | { type: "changed"; key: string; changes: Partial<Picture> | Partial<QueuedPicture> }
  /** The server rejects the file for its content, and would reject it again. */
  | { type: "rejected"; key: string; reason: string }
  | { type: "retried"; keys: readonly string[] }
  | { type: "moved"; key: string; to: number }
  | { type: "removed"; key: string }
  | { type: "paused" }
  | { type: "resumed" }
  /** Others go on with the uploads. */
  | { type: "cleared" }
  /** Nobody goes on with them. */
  | { type: "closed" }

export function reduceUploads<Picture extends QueuedPicture>(
  queue: UploadQueue<Picture>,
  action: UploadAction<Picture>,
): UploadQueue<Picture> {
  const meant = queue.pictures.filter(({ key }) => "key" in action && key === action.key)
  const others = queue.pictures.filter((picture) => !meant.includes(picture))

  function change(changesOf: (picture: Picture) => Partial<Picture> | Partial<QueuedPicture> | undefined | false) {
    const pictures = queue.pictures.map((picture) => {
      const changes = changesOf(picture)
      return changes ? { ...picture, ...changes } : picture
    })
    return { ...queue, pictures }
  }

  switch (action.type) {
    case "added":
      return { ...queue, pictures: [...queue.pictures, ...action.pictures], rejected: action.rejected ?? [] }
    case "changed":
      return change(({ key }) => key === action.key && action.changes)
    case "rejected": {
      const files = meant.map(({ fileName }) => ({ fileName, reason: action.reason }))
      return { ...queue, pictures: others, rejected: [...queue.rejected, ...files] }
    }
    case "retried":
      return change((picture) => action.keys.includes(picture.key) && retry(picture))
    case "moved": {
      // An index beyond an end stands for that end.
      const at = Math.max(0, action.to)
      return { ...queue, pictures: [...others.slice(0, at), ...meant, ...others.slice(at)] }
    }
    case "removed":
      return { ...queue, pictures: others }
    case "paused":
      return { ...change((picture) => isUnderWay(picture) && { state: "interrupted" }), isPaused: true }
    case "resumed":
      if (!queue.isPaused) return queue
      return { ...change(({ state }) => state === "interrupted" && { state: "waiting" }), isPaused: false }
    case "cleared":
      return { pictures: [], rejected: [], isPaused: false }
    case "closed":
      return change((picture) => isInProgress(picture) && { state: "failed" })
  }
}

/** Puts a failed upload back into the queue, or ends the pause of an interrupted one. */
function retry({ state }: QueuedPicture): Partial<QueuedPicture> | false {
  if (state === "failed") return { state: "waiting", error: undefined }
  return state === "interrupted" && { state: "sending", retryAt: undefined }
}

function isUnderWay({ state }: QueuedPicture): boolean {
  return state === "waiting" || state === "preparing" || state === "sending"
}

export function isInProgress({ state }: Pick<QueuedPicture, "state">): boolean {
  return state !== "stored" && state !== "failed"
}

/** Whether the user can retry an upload; one that is interrupted can be retried before its pause is over. */
export function isRetryable({ state, error }: QueuedPicture): boolean {
  return state === "interrupted" || (state === "failed" && error !== undefined && !isRejection(error))
}
