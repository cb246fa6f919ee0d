import { withStorage } from "#client/app/browser-storage.ts"
import { createUuid } from "#client/app/uuid.ts"
import { sendHttp } from "#client/uploads/http.ts"
import type { QueuedPicture, RejectedFile, UploadQueue } from "#client/uploads/queued-pictures.ts"
import { uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { redrawPicture } from "#client/uploads/shrink-picture.ts"
import { uploads as texts } from "#client/uploads/texts.ts"
import { createUploadQueue } from "#client/uploads/upload-queue.ts"
import { uploadMessages } from "#server/contract/upload-messages.ts"
import type { RecordPicture } from "./request-record.ts"
import { UPLOAD_URLS } from "./send-requests.ts"

/** A picture of the contact request that is being written. It is shrunk before its turn, since the network may go. */
export interface RequestPicture extends QueuedPicture {
  file: Blob
  isOriginal?: boolean | undefined
  /** The server's name for it, once it is stored. */
  name?: string | undefined
}

type Show = (queue: UploadQueue<RequestPicture>) => void

/** The result shows a crack in a wall, and is a tenth of the size of a phone's picture. */
const REDRAWING = { longestSide: 1600, quality: 0.8, types: ["image/webp", "image/jpeg"] }

const opened = new WeakMap<WeakKey, ReturnType<typeof createPictureUploads>>()

/** Returns the pictures of a form: when it is opened again, it goes on with those that are under way. */
export function openPictureUploads(form: WeakKey, show: Show) {
  const uploads = opened.get(form) ?? createPictureUploads()
  opened.set(form, uploads)
  uploads.follow(show)
  return uploads
}

function createPictureUploads() {
  let show: Show = () => undefined
  const uploads = createUploadQueue<RequestPicture>({
    async check(file, { key, fileName }) {
      const original = new File([file], fileName, { type: file.type })
      const shrunk = await whileMarked(key, () => redrawPicture(original, REDRAWING))
      return { file: shrunk, isOriginal: false, previewUrl: URL.createObjectURL(shrunk) }
    },
    async send(upload, fileName, options) {
      const { filenames } = await uploadInChunks(upload.ready, fileName, upload, {
        ...UPLOAD_URLS,
        ...options,
        send: sendHttp,
      })
      const name = filenames?.[0]
      if (!name) throw new Error("The picture has no name")
      return { name }
    },
  })
  uploads.subscribe(() => show(uploads.getQueue()))

  return {
    ...uploads,
    follow(form: Show) {
      show = form
    },
    add(files: readonly File[], rejected: readonly RejectedFile[]) {
      const pictures = files.map((file) =>
        toPicture({ id: createUuid(), fileName: file.name, blob: file, isOriginal: true }),
      )
      uploads.dispatch({ type: "added", pictures, rejected })
    },
    /** Adds the pictures that an earlier visit has left, unless this one has some. */
    restore(left: readonly RecordPicture[]) {
      if (uploads.getQueue().pictures.length > 0) return show(uploads.getQueue())
      const fatal = takeMarked(left)
      const rejected = fatal ? [{ fileName: fatal.fileName, reason: texts.tooHeavy }] : []
      const pictures = left.filter((picture) => picture !== fatal).map(toPicture)
      uploads.dispatch({ type: "added", pictures, rejected })
    },
    /** Sends the stored pictures again, which the server has deleted. */
    sendAgain() {
      const changes = { state: "waiting", name: undefined, progress: 0 } as const
      for (const { key, state } of uploads.getQueue().pictures)
        if (state === "stored") uploads.dispatch({ type: "changed", key, changes })
    },
    settle: () => uploads.until(isSettled),
  }
}

function toPicture({ id, blob, name, ...picture }: RecordPicture): RequestPicture {
  const { fileName, isOriginal, uploadUrl } = picture
  const common = { key: id, fileName, file: blob, isOriginal, uploadUrl, name }
  if (isOriginal) return { ...common, state: "checking", progress: 0 }
  const previewUrl = URL.createObjectURL(blob)
  return { ...common, previewUrl, ...(name ? { state: "stored", progress: 1 } : { state: "waiting", progress: 0 }) }
}

/** Returns what another page needs of the pictures, without what this one shows. */
export function toRecordPictures({ pictures }: Pick<UploadQueue<RequestPicture>, "pictures">): RecordPicture[] {
  return pictures.map(({ key, fileName, file, isOriginal = false, uploadUrl, name }) => {
    return { id: key, fileName, blob: file, isOriginal, uploadUrl, name }
  })
}

/** Whether each picture is stored or failed, or waits because uploads are paused or the network is lost. */
export function isSettled({ pictures, isPaused }: UploadQueue<RequestPicture>): boolean {
  const isWaitingSettled = isPaused || pictures.some(({ state }) => state === "interrupted")
  return pictures.every(({ state }) => {
    if (state === "waiting") return isWaitingSettled
    return state !== "checking" && state !== "sending"
  })
}

/** Splits files into accepted ones and those that are empty or no pictures, and counts those without room. */
export function acceptFiles(files: readonly File[], room: number) {
  const usable = files.filter((file) => !reasonAgainst(file))
  const accepted = usable.slice(0, Math.max(0, room))
  const rejected = files.flatMap((file) => {
    const reason = reasonAgainst(file)
    return reason ? [{ fileName: file.name, reason }] : []
  })
  return { accepted, rejected, omitted: usable.length - accepted.length }
}

function reasonAgainst({ type, size }: File): string | undefined {
  if (!isPicture(type)) return uploadMessages.imageUnsupported
  return size === 0 ? texts.empty : undefined
}

/** Some phones do not tell the type of a picture, and the server then decides. */
function isPicture(type: string): boolean {
  return /^$|^image\/(?!svg)|octet-stream/.test(type)
}

/** Key in localStorage of the id of the picture that is being decoded. */
const DECODING = "decoding-photo"

/**
 * Marks a picture while it is being decoded, unless the page is left. A mark that stays tells that the browser has
 * ended the page, for which a phone may have too little memory; the next visit must not decode the picture again.
 */
async function whileMarked<Result>(id: string, decode: () => Promise<Result>): Promise<Result> {
  const unmark = () => withStorage(() => localStorage.removeItem(DECODING))
  withStorage(() => localStorage.setItem(DECODING, id))
  addEventListener("pagehide", unmark)
  try {
    return await decode()
  } finally {
    removeEventListener("pagehide", unmark)
    unmark()
  }
}

/** Returns the marked picture, if it is one of these, and removes its mark. */
function takeMarked(pictures: readonly RecordPicture[]): RecordPicture | undefined {
  const marked = withStorage(() => localStorage.getItem(DECODING))
  const found = pictures.find(({ id, isOriginal }) => isOriginal && id === marked)
  if (found) withStorage(() => localStorage.removeItem(DECODING))
  return found
}
