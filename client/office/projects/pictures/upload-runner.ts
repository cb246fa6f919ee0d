import { type PictureUpload, uploadPicture } from "#client/office/pictures/upload-picture.ts"
import { measurePicture } from "#client/uploads/picture-limits.ts"
import { cancelUpload } from "#client/uploads/resumable-upload.ts"
import { createNetwork } from "#client/uploads/retry-offline.ts"
import { toUploadError, UploadError } from "#client/uploads/send-request.ts"
import { shrinkPicture } from "#client/uploads/shrink-picture.ts"
import { uploads as texts } from "#client/uploads/texts.ts"
import { waitUntil } from "#client/uploads/wait-until.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import {
  acceptFiles,
  createQueue,
  isIdle,
  nextInState,
  type QueueAction,
  type QueuedPicture,
  type RejectedFile,
  reduceQueue,
} from "./upload-queue.ts"

export type UploadRunner = ReturnType<typeof createUploadRunner>

/** Processes the upload queue of one form: measures, shrinks and uploads its pictures, and revokes object URLs. */
export function createUploadRunner(images: readonly ProjectImage[]) {
  let queue = createQueue(images)
  let added = 0
  let measuring = false
  let upload: { key: string; abort: AbortController } | undefined
  /** Unfinished uploads by picture key. */
  const begun = new Map<string, PictureUpload>()
  const network = createNetwork()
  const listeners = new Set<() => void>()

  function dispatch(action: QueueAction) {
    const before = queue
    queue = reduceQueue(queue, action)
    for (const picture of before.pictures) if (!hasPicture(picture.key)) revokePreview(picture)
    if (upload && !hasPicture(upload.key)) upload.abort.abort()
    for (const key of begun.keys()) if (!hasPicture(key)) cancel(key)
    if (upload && action.type === "retried" && action.keys.includes(upload.key)) network.retryNow()
    for (const listener of listeners) listener()
    void measureNext()
    void uploadNext()
  }

  function hasPicture(key: string) {
    return queue.pictures.some((picture) => picture.key === key)
  }

  function cancel(key: string) {
    const cancelled = begun.get(key)
    begun.delete(key)
    if (cancelled) cancelUpload(cancelled)
  }

  async function measureNext() {
    const next = nextInState(queue, "checking")
    if (measuring || !next?.previewUrl || !next.file) return
    measuring = true
    const size = await measurePicture(next.file, next.previewUrl)
    measuring = false
    dispatch({ type: "measured", key: next.key, size })
  }

  async function uploadNext() {
    const next = nextInState(queue, "waiting")
    if (upload || !next?.file) return
    const { key, size, file } = next
    const abort = new AbortController()
    upload = { key, abort }
    const done = await send(file).catch((error) => ({ type: "failed", key, error: toUploadError(error) }) as const)
    upload = undefined
    dispatch(done)

    async function send(file: File) {
      const { signal } = abort
      dispatch({ type: "started", key })
      const upload = begun.get(key) ?? { ready: await shrinkPicture(file, size), acknowledged: 0 }
      if (signal.aborted) throw new UploadError(texts.network)
      begun.set(key, upload)
      dispatch({ type: "prepared", key, bytes: upload.ready.size })
      const name = await uploadPicture(upload, file.name, {
        onProgress: (progress) => dispatch({ type: "progressed", key, progress }),
        onInterrupted: (interruption) => dispatch({ type: "interrupted", key, ...interruption }),
        onResumed: () => dispatch({ type: "resumed", key }),
        signal,
        network,
      })
      begun.delete(key)
      return { type: "stored", key, name } as const
    }
  }

  return {
    dispatch,
    getQueue: () => queue,
    /** Returns a function that ends the watch and returns the files that were rejected since its beginning. */
    watchRejected() {
      const known = queue.rejected
      const found = new Set<RejectedFile>()
      const look = () => {
        for (const file of queue.rejected) if (!known.includes(file)) found.add(file)
      }
      listeners.add(look)
      return () => {
        listeners.delete(look)
        return [...found]
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(selected: readonly File[]) {
      const { accepted, rejected } = acceptFiles(queue, selected)
      const files = accepted.map((file) => ({ key: `added ${++added}`, file, previewUrl: URL.createObjectURL(file) }))
      dispatch({ type: "added", files, rejected })
    },
    waitUntilIdle: () => waitUntil(() => isIdle(queue), listeners),
    /** Stops all uploads, since the form has been closed. */
    close() {
      dispatch({ type: "closed" })
      upload?.abort.abort()
      for (const key of begun.keys()) cancel(key)
      queue.pictures.forEach(revokePreview)
    },
  }
}

function revokePreview({ previewUrl }: QueuedPicture) {
  if (previewUrl) URL.revokeObjectURL(previewUrl)
}
