import { uploads as failures } from "#client/copy/uploads.ts"
import { cancelUpload, type ResumableUpload, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { createNetwork, retryOffline } from "#client/uploads/retry-offline.ts"
import { sendRequest, UploadError } from "#client/uploads/send-request.ts"
import { redrawPicture } from "#client/uploads/shrink-picture.ts"
import { createUuid } from "#client/uuid.ts"
import { type DraftPhoto, deletePhoto, deletePhotos, listDraftPhotos, putPhoto } from "./draft-photos.ts"
import { PHOTOS_URL, type QueuedPhoto } from "./request-queue.ts"

const SETTLED: readonly Photo["state"][] = ["interrupted", "stored", "failed"]

/** Enough to recognise a crack in a wall, and a tenth of what a phone's camera makes. */
const REDRAWING = { longestSide: 1600, quality: 0.8, types: ["image/webp", "image/jpeg"] }

export interface Photo {
  id: string
  fileName: string
  state: "preparing" | "waiting" | "sending" | "interrupted" | "stored" | "failed"
  /** From 0 to 1. */
  progress: number
  /** An object URL, once the photo is shrunk. */
  previewUrl?: string
  bytes?: number
  error?: string
}

interface Entry {
  shown: Photo
  draft?: DraftPhoto
  upload: ResumableUpload
  abort: AbortController
}

/** Shrinks, keeps and uploads the photos of a contact request, one by one. */
export function createPhotoUploads(show: (photos: readonly Photo[]) => void) {
  let entries: readonly Entry[] = []
  let isPaused = false
  let isUploading = false
  let preparing: Promise<void> = Promise.resolve()
  const network = createNetwork()
  const settled = new Set<() => void>()

  function notify() {
    show(entries.map(({ shown }) => shown))
    for (const check of settled) check()
  }

  function update(entry: Entry, changed: Partial<Photo>) {
    entry.shown = { ...entry.shown, ...changed }
    notify()
  }

  /** Stores the original first: a closed tab must not lose a photo that is being shrunk. */
  function prepareLater(entry: Entry, original: DraftPhoto) {
    preparing = preparing.then(() => prepare(entry, original))
    void putPhoto(original).catch(() => undefined)
  }

  async function prepare(entry: Entry, { isOriginal: _, ...original }: DraftPhoto) {
    if (isRemoved(entry)) return
    const file = new File([original.blob], original.fileName, { type: original.blob.type })
    const blob = await redrawPicture(file, REDRAWING).catch((error) => fail(entry, error))
    if (!blob || isRemoved(entry)) return
    await keep(entry, { ...original, blob })
    update(entry, { state: "waiting", previewUrl: URL.createObjectURL(blob), bytes: blob.size })
    void uploadNext()
  }

  /** Where storage is full or forbidden, only this page has the photo. */
  async function keep(entry: Entry, draft: DraftPhoto) {
    entry.draft = draft
    await putPhoto(draft).catch(() => undefined)
    if (isRemoved(entry)) await deletePhoto(draft.id).catch(() => undefined)
  }

  function fail(entry: Entry, error: unknown) {
    if (error instanceof UploadError && error.status === 415) {
      drop(entry)
      entry.shown = withoutPicture(entry.shown)
    }
    update(entry, { state: "failed", error: error instanceof UploadError ? error.message : failures.failure })
  }

  async function uploadNext() {
    const next = entries.find(({ shown }) => shown.state === "waiting")
    if (isUploading || isPaused || !next) return
    isUploading = true
    const { signal } = next.abort
    await upload(next).catch((error) => {
      if (!signal.aborted) fail(next, error)
    })
    isUploading = false
    void uploadNext()
  }

  async function upload(entry: Entry) {
    const { draft, upload, abort } = entry
    if (!draft) return
    const { signal } = abort
    update(entry, { state: "sending" })
    const attempt = () =>
      uploadInChunks(draft.blob, draft.fileName, upload, {
        url: PHOTOS_URL,
        signal,
        send: sendRequest,
        onProgress: (progress) => update(entry, { progress }),
        onBegin: () => keep(entry, { ...draft, uploadUrl: upload.url }),
      })
    const { filenames } = await retryOffline(attempt, {
      progress: () => upload.acknowledged,
      onWait: () => update(entry, { state: "interrupted", progress: upload.acknowledged / draft.blob.size }),
      onRetry: () => update(entry, { state: "sending" }),
      signal,
      network,
    })
    if (!filenames?.[0]) throw new UploadError(failures.failure)
    await keep(entry, { ...draft, name: filenames[0] })
    update(entry, { state: "stored", progress: 1 })
  }

  function isRemoved(entry: Entry) {
    return !entries.includes(entry)
  }

  function drop(entry: Entry) {
    entry.abort.abort()
    if (entry.shown.previewUrl) URL.revokeObjectURL(entry.shown.previewUrl)
  }

  function restart(entry: Entry) {
    entry.abort = new AbortController()
    const { error: _, ...shown } = entry.shown
    entry.shown = { ...shown, state: "waiting" }
  }

  function open(drafts: readonly DraftPhoto[]) {
    const opened = drafts.map((draft) => ({ draft, entry: createEntry(draft) }))
    entries = [...entries, ...opened.map(({ entry }) => entry)]
    notify()
    for (const { draft, entry } of opened) if (draft.isOriginal) prepareLater(entry, draft)
  }

  /** Without a network, photos wait behind the one that was interrupted. */
  function isSettled() {
    const states = entries.map(({ shown }) => shown.state)
    const settledStates = states.includes("interrupted") ? [...SETTLED, "waiting"] : SETTLED
    return states.every((state) => settledStates.includes(state))
  }

  return {
    add(files: readonly File[]) {
      const now = Date.now()
      open(
        files.map((blob, index) => {
          return { id: createUuid(), addedAt: now + index, fileName: blob.name, blob, isOriginal: true }
        }),
      )
    },
    /** Takes up the photos that a closed page has left; returns how many. */
    async restore(): Promise<number> {
      const drafts = await listDraftPhotos().catch(() => [])
      open(drafts)
      void uploadNext()
      return drafts.length
    },
    remove(id: string) {
      const entry = entries.find(({ shown }) => shown.id === id)
      if (!entry) return
      entries = entries.filter((other) => other !== entry)
      drop(entry)
      if (entry.shown.state !== "stored") cancelUpload(entry.upload)
      void deletePhoto(id).catch(() => undefined)
      notify()
    },
    retry(id: string) {
      const entry = entries.find(({ shown }) => shown.id === id)
      if (!entry?.draft) return
      restart(entry)
      notify()
      void uploadNext()
    },
    /** Resolves when each photo is stored, has failed or has lost the network. */
    settle() {
      return new Promise<void>((resolve) => {
        function check() {
          if (!isSettled()) return
          settled.delete(check)
          resolve()
        }
        settled.add(check)
        check()
      })
    },
    count: () => entries.length,
    hasFailed: () => entries.some(({ shown }) => shown.state === "failed"),
    /** Stops the uploads, which the queue of requests continues. */
    pause() {
      isPaused = true
      for (const entry of entries) {
        if (entry.shown.state === "stored" || entry.shown.state === "failed") continue
        entry.abort.abort()
        update(entry, { state: "interrupted" })
      }
    },
    resume() {
      isPaused = false
      for (const entry of entries) if (entry.shown.state === "interrupted") restart(entry)
      notify()
      void uploadNext()
    },
    /** For photos that the server does not have any more. */
    uploadAgain() {
      for (const entry of entries) {
        if (!entry.draft) continue
        const { name: _, uploadUrl: __, ...draft } = entry.draft
        Object.assign(entry, { draft, upload: { acknowledged: 0 } })
        restart(entry)
      }
      notify()
      void uploadNext()
    },
    listQueued: (): QueuedPhoto[] =>
      entries.flatMap(({ draft }) => {
        if (!draft) return []
        const { blob, fileName, uploadUrl, name } = draft
        return [{ blob, fileName, uploadUrl, name }]
      }),
    async clear() {
      entries.forEach(drop)
      entries = []
      isPaused = false
      notify()
      await deletePhotos().catch(() => undefined)
    },
  }
}

/** A file that is no picture cannot be shown, nor sent again. */
function withoutPicture({ previewUrl: _, bytes: __, ...photo }: Photo): Photo {
  return photo
}

function createEntry(draft: DraftPhoto): Entry {
  const { id, fileName, blob, name, uploadUrl } = draft
  const entry = { upload: { url: uploadUrl, acknowledged: 0 }, abort: new AbortController() }
  if (draft.isOriginal) return { ...entry, shown: { id, fileName, state: "preparing", progress: 0 } }
  const previewUrl = URL.createObjectURL(blob)
  const state = name ? "stored" : "waiting"
  return { ...entry, draft, shown: { id, fileName, state, progress: name ? 1 : 0, previewUrl, bytes: blob.size } }
}
