import { type HttpRequest, isRejection, toUploadError, type UploadError } from "./http.ts"
import {
  isInProgress,
  type QueuedPicture,
  reduceUploads,
  type UploadAction,
  type UploadQueue,
} from "./queued-pictures.ts"
import { cancelUpload, type ResumableUpload } from "./resumable-upload.ts"
import { createNetwork, retryOffline } from "./retry-offline.ts"

/** An upload from which an interrupted or failed one continues: another attempt must send the same bytes. */
export interface PreparedUpload extends ResumableUpload {
  ready: Blob
}

export interface SendOptions extends Required<Pick<HttpRequest, "signal" | "onProgress">> {
  /** It is called as soon as `upload.url` is known. */
  onBegin: () => Promise<void>
}

/** What is done with the pictures of one queue. */
interface UploadWork<Picture extends QueuedPicture> {
  /** Looks at a file before its turn, and returns what it has found. Throws why the server would reject it. */
  check?: (file: NonNullable<Picture["file"]>, picture: Picture) => Promise<Partial<Picture>>
  /** Returns the bytes to send; without it, they are those of the file. */
  prepare?: (file: NonNullable<Picture["file"]>, picture: Picture) => Promise<Blob>
  /** Sends the bytes, and returns what the server has made of them. */
  send: (upload: PreparedUpload, fileName: string, options: SendOptions) => Promise<Partial<Picture>>
  toError?: (error: unknown) => UploadError
  /** Whether a rejected file stays in its place, with its error. */
  keepsRejected?: boolean
}

/** A store of pictures that are being uploaded: each action starts what is possible after it. */
export function createUploadQueue<Picture extends QueuedPicture>(
  { check, prepare, send, toError = toUploadError, keepsRejected = false }: UploadWork<Picture>,
  stored: readonly Picture[] = [],
) {
  let queue: UploadQueue<Picture> = { pictures: stored, rejected: [], isPaused: false }
  let isChecking = false
  let current: { key: string; abort: AbortController } | undefined
  /** Unfinished uploads by key. */
  const begun = new Map<string, PreparedUpload>()
  const network = createNetwork()
  const listeners = new Set<() => void>()

  function dispatch(action: UploadAction<Picture>) {
    const before = queue.pictures
    queue = reduceUploads(queue, action)
    for (const picture of before) {
      const now = find(picture.key)
      if (picture.previewUrl && now?.previewUrl !== picture.previewUrl) URL.revokeObjectURL(picture.previewUrl)
      if (!now) forget(picture, action.type !== "cleared")
    }
    if (current && (queue.isPaused || !isInProgress(find(current.key) ?? { state: "failed" }))) current.abort.abort()
    if (current && action.type === "retried" && action.keys.includes(current.key)) network.retryNow()
    for (const listener of listeners) listener()
    void checkNext()
    void sendNext()
  }

  function find(key: string): Picture | undefined {
    return queue.pictures.find((picture) => picture.key === key)
  }

  /** Forgets an unfinished upload, and deletes it on the server unless others go on with it. */
  function forget({ key, state, uploadUrl }: Picture, isCancelled: boolean) {
    if (isCancelled && state !== "stored") cancelUpload(begun.get(key) ?? { url: uploadUrl, acknowledged: 0 })
    begun.delete(key)
  }

  function failure(key: string, error: unknown): UploadAction<Picture> {
    const found = toError(error)
    const isRejected = isRejection(found) && !keepsRejected
    if (isRejected) return { type: "rejected", key, reason: found.message }
    return { type: "changed", key, changes: { state: "failed", error: found } }
  }

  function change(key: string, changes: Partial<Picture> | Partial<QueuedPicture>) {
    dispatch({ type: "changed", key, changes })
  }

  async function checkNext() {
    const next = queue.pictures.find(({ state }) => state === "checking")
    if (isChecking || !next?.file || !check) return
    isChecking = true
    const { key } = next
    const done = await check(next.file, next).then(
      (changes): UploadAction<Picture> => ({ type: "changed", key, changes: { state: "waiting", ...changes } }),
      (error) => failure(key, error),
    )
    isChecking = false
    if (find(key)?.state === "checking") dispatch(done)
    else void checkNext()
  }

  async function sendNext() {
    const next = queue.pictures.find(({ state }) => state === "waiting")
    if (current || queue.isPaused || !next?.file) return
    const { key, file } = next
    const abort = new AbortController()
    current = { key, abort }
    const done = await upload(file, next, abort.signal).then(
      (changes): UploadAction<Picture> => ({
        type: "changed",
        key,
        changes: { state: "stored", progress: 1, ...changes },
      }),
      (error) => (abort.signal.aborted ? undefined : failure(key, error)),
    )
    current = undefined
    if (done) dispatch(done)
    else void sendNext()
  }

  /** Prepares and sends a picture, again and again while there is no network. */
  async function upload(file: NonNullable<Picture["file"]>, picture: Picture, signal: AbortSignal) {
    const { key, fileName, uploadUrl: url } = picture
    const isFirst = prepare && !begun.has(key)
    if (isFirst) change(key, { state: "preparing" })
    const prepared = begun.get(key) ?? { ready: isFirst ? await prepare(file, picture) : file, url, acknowledged: 0 }
    if (signal.aborted) throw new Error("The upload was stopped")
    begun.set(key, prepared)
    const { size } = prepared.ready
    change(key, { state: "sending", sentBytes: size })
    const options: SendOptions = {
      signal,
      onProgress: (progress) => change(key, { progress, error: undefined }),
      onBegin: async () => change(key, { uploadUrl: prepared.url }),
    }
    const stored = await retryOffline(() => send(prepared, fileName, options), {
      progress: () => prepared.acknowledged,
      onWait(ms, error) {
        const retryAt = ms === undefined ? ms : Date.now() + ms
        change(key, { state: "interrupted", progress: prepared.acknowledged / size, retryAt, error })
      },
      onRetry: () => change(key, { state: "sending", retryAt: undefined }),
      signal,
      network,
    })
    begun.delete(key)
    return { uploadUrl: undefined, ...stored }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    dispatch,
    getQueue: () => queue,
    subscribe,
    /** Resolves as soon as the condition holds. */
    until(isReached: (queue: UploadQueue<Picture>) => boolean): Promise<void> {
      return new Promise((resolve) => {
        const stop = subscribe(check)
        check()
        function check() {
          if (!isReached(queue)) return
          stop()
          resolve()
        }
      })
    },
    /** Stops all uploads, since whatever showed them is closed. */
    close() {
      for (const upload of begun.values()) cancelUpload(upload)
      dispatch({ type: "closed" })
      for (const { previewUrl } of queue.pictures) if (previewUrl) URL.revokeObjectURL(previewUrl)
    },
  }
}
