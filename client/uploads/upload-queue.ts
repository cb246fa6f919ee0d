import { cancelUpload, type ResumableUpload } from "./resumable-upload.ts"
import { createNetwork, retryOffline } from "./retry-offline.ts"
import { isOfFile, type SentRequest, toUploadError, type UploadError } from "./send-request.ts"

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
  | { type: "checked"; key: string; changes: Partial<Picture> }
  | { type: "started"; key: string }
  | { type: "prepared"; key: string; bytes: number }
  | { type: "begun"; key: string; uploadUrl: string | undefined }
  | { type: "progressed"; key: string; progress: number }
  | { type: "interrupted"; key: string; progress: number; retryAt: number | undefined; error: UploadError }
  | { type: "continued"; key: string }
  | { type: "stored"; key: string; changes: Partial<Picture> }
  | { type: "failed"; key: string; error: UploadError }
  /** The server rejects the file for its content, and would reject it again. */
  | { type: "rejected"; key: string; reason: string }
  | { type: "retried"; keys: readonly string[] }
  | { type: "changed"; key: string; changes: Partial<Picture> }
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
  switch (action.type) {
    case "added":
      return { ...queue, pictures: [...queue.pictures, ...action.pictures], rejected: action.rejected ?? [] }
    case "checked":
      return change({ state: "waiting", ...action.changes }, ({ state }) => state === "checking")
    case "started":
      return change({ state: "preparing" })
    case "prepared":
      return change({ state: "sending", sentBytes: action.bytes })
    case "begun":
      return change({ uploadUrl: action.uploadUrl })
    case "progressed":
      return change({ progress: action.progress, error: undefined })
    case "interrupted": {
      const { progress, retryAt, error } = action
      return change({ state: "interrupted", progress, retryAt, error })
    }
    case "continued":
      return change({ state: "sending", retryAt: undefined })
    case "stored":
      return change({ state: "stored", progress: 1, uploadUrl: undefined, ...action.changes })
    case "failed":
      return change({ state: "failed", error: action.error })
    case "rejected": {
      const files = queue.pictures.filter(isMeant).map(({ fileName }) => ({ fileName, reason: action.reason }))
      return { ...remove(), rejected: [...queue.rejected, ...files] }
    }
    case "retried":
      return changeWhere(isMeant, (picture) => retry(picture))
    case "changed":
      return change(action.changes)
    case "moved":
      return move(action.to)
    case "removed":
      return remove()
    case "paused":
      return { ...changeWhere(isUnderWay, () => ({ state: "interrupted" })), isPaused: true }
    case "resumed":
      return queue.isPaused ? { ...changeWhere(isInterrupted, () => ({ state: "waiting" })), isPaused: false } : queue
    case "cleared":
      return { pictures: [], rejected: [], isPaused: false }
    case "closed":
      return changeWhere(isInProgress, () => ({ state: "failed" }))
  }

  function isMeant({ key }: QueuedPicture): boolean {
    return "key" in action ? key === action.key : "keys" in action && action.keys.includes(key)
  }

  function change(changes: Partial<QueuedPicture>, isAllowed: (picture: Picture) => boolean = () => true) {
    return changeWhere(
      (picture) => isMeant(picture) && isAllowed(picture),
      () => changes,
    )
  }

  function changeWhere(
    isChanged: (picture: Picture) => boolean,
    changesOf: (picture: Picture) => Partial<QueuedPicture>,
  ) {
    const pictures = queue.pictures.map((one) => (isChanged(one) ? { ...one, ...changesOf(one) } : one))
    return { ...queue, pictures }
  }

  function remove() {
    return { ...queue, pictures: queue.pictures.filter((picture) => !isMeant(picture)) }
  }

  /** Moves a picture; an index beyond an end stands for that end. */
  function move(to: number) {
    const others = remove().pictures
    const at = Math.max(0, to)
    return { ...queue, pictures: [...others.slice(0, at), ...queue.pictures.filter(isMeant), ...others.slice(at)] }
  }
}

/** Puts a failed upload back into the queue, or ends the pause of an interrupted one. */
function retry({ state }: QueuedPicture): Partial<QueuedPicture> {
  if (state === "failed") return { state: "waiting", error: undefined }
  return state === "interrupted" ? { state: "sending", retryAt: undefined } : {}
}

function isUnderWay({ state }: QueuedPicture): boolean {
  return state === "waiting" || state === "preparing" || state === "sending"
}

function isInterrupted({ state }: QueuedPicture): boolean {
  return state === "interrupted"
}

export function isInProgress({ state }: Pick<QueuedPicture, "state">): boolean {
  return state !== "stored" && state !== "failed"
}

/** Whether the user can retry an upload; one that is interrupted can be retried before its pause is over. */
export function isRetryable({ state, error }: QueuedPicture): boolean {
  return state === "interrupted" || (state === "failed" && error !== undefined && !isOfFile(error))
}

/** An upload from which an interrupted or failed one continues: another attempt must send the same bytes. */
export interface PreparedUpload extends ResumableUpload {
  ready: Blob
}

export interface SendOptions extends Required<Pick<SentRequest, "signal" | "onProgress">> {
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
    const kept = new Map(queue.pictures.map((picture) => [picture.key, picture]))
    for (const picture of before) {
      const { key, previewUrl } = picture
      if (previewUrl && kept.get(key)?.previewUrl !== previewUrl) URL.revokeObjectURL(previewUrl)
      if (!kept.has(key)) forget(picture, action.type !== "cleared")
    }
    if (current && (queue.isPaused || !isInProgress(kept.get(current.key) ?? { state: "failed" })))
      current.abort.abort()
    if (current && action.type === "retried" && action.keys.includes(current.key)) network.retryNow()
    for (const listener of listeners) listener()
    void checkNext()
    void sendNext()
  }

  /** Forgets an unfinished upload, and deletes it on the server unless others go on with it. */
  function forget({ key, state, uploadUrl }: Picture, isCancelled: boolean) {
    if (isCancelled && state !== "stored") cancelUpload(begun.get(key) ?? { url: uploadUrl, acknowledged: 0 })
    begun.delete(key)
  }

  function failure(key: string, error: unknown): UploadAction<Picture> {
    const found = toError(error)
    const isRejected = isOfFile(found) && !keepsRejected
    return isRejected ? { type: "rejected", key, reason: found.message } : { type: "failed", key, error: found }
  }

  async function checkNext() {
    const next = queue.pictures.find(({ state }) => state === "checking")
    if (isChecking || !next?.file || !check) return
    isChecking = true
    const { key } = next
    const done = await check(next.file, next).then(
      (changes) => ({ type: "checked", key, changes }) as const,
      (error) => failure(key, error),
    )
    isChecking = false
    dispatch(done)
  }

  async function sendNext() {
    const next = queue.pictures.find(({ state }) => state === "waiting")
    if (current || queue.isPaused || !next?.file) return
    const { key, file } = next
    const abort = new AbortController()
    current = { key, abort }
    const done = await upload(file, next, abort.signal).catch((error) =>
      abort.signal.aborted ? undefined : failure(key, error),
    )
    current = undefined
    if (done) dispatch(done)
    else void sendNext()
  }

  async function upload(
    file: NonNullable<Picture["file"]>,
    picture: Picture,
    signal: AbortSignal,
  ): Promise<UploadAction<Picture>> {
    const { key, fileName, uploadUrl: url } = picture
    const isFirst = prepare && !begun.has(key)
    if (isFirst) dispatch({ type: "started", key })
    const prepared = begun.get(key) ?? { ready: isFirst ? await prepare(file, picture) : file, url, acknowledged: 0 }
    if (signal.aborted) throw new Error("The upload was stopped")
    begun.set(key, prepared)
    const { size } = prepared.ready
    dispatch({ type: "prepared", key, bytes: size })
    const options: SendOptions = {
      signal,
      onProgress: (progress) => dispatch({ type: "progressed", key, progress }),
      onBegin: async () => dispatch({ type: "begun", key, uploadUrl: prepared.url }),
    }
    const changes = await retryOffline(() => send(prepared, fileName, options), {
      progress: () => prepared.acknowledged,
      onWait(ms, error) {
        const retryAt = ms === undefined ? ms : Date.now() + ms
        dispatch({ type: "interrupted", key, progress: prepared.acknowledged / size, retryAt, error })
      },
      onRetry: () => dispatch({ type: "continued", key }),
      signal,
      network,
    })
    begun.delete(key)
    return { type: "stored", key, changes }
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
