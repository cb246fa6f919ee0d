import { CHUNK_BYTES, type ResumableUpload, sendWhole, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { type Network, retryOffline } from "#client/uploads/retry-offline.ts"
import { sendRequest, UploadError } from "#client/uploads/send-request.ts"
import { uploads as texts } from "#client/uploads/texts.ts"

/** The state from which an interrupted or failed upload can continue. */
export interface PictureUpload extends ResumableUpload {
  /** The shrunk file, since another attempt must send the same bytes. */
  ready: Blob
}

export interface Interruption {
  /** The share that has arrived, from 0 to 1. */
  progress: number
  /** When the upload continues, in milliseconds since 1970; undefined while the browser is offline. */
  retryAt: number | undefined
  error: UploadError
}

interface UploadOptions {
  /** It receives the uploaded share, from 0 to 1. */
  onProgress: (progress: number) => void
  onInterrupted: (interruption: Interruption) => void
  onResumed: () => void
  signal: AbortSignal
  network: Network
}

/** Uploads one picture, again and again while there is no network, and returns the server's name for it. */
export function uploadPicture(
  upload: PictureUpload,
  fileName: string,
  { onInterrupted, onResumed, network, ...options }: UploadOptions,
): Promise<string> {
  const { ready } = upload
  return retryOffline(() => sendPicture(upload, fileName, options), {
    progress: () => upload.acknowledged,
    onWait: (ms, error) =>
      onInterrupted({
        progress: upload.acknowledged / ready.size,
        retryAt: ms === undefined ? ms : Date.now() + ms,
        error,
      }),
    onRetry: onResumed,
    signal: options.signal,
    network,
  })
}

type SendOptions = Pick<UploadOptions, "onProgress" | "signal">

/** Sends a large picture in chunks, from where it has stopped. */
async function sendPicture(upload: PictureUpload, fileName: string, options: SendOptions): Promise<string> {
  const { ready } = upload
  const whole = { ...options, send: sendRequest, url: "/upload" }
  const { filenames } =
    ready.size > CHUNK_BYTES
      ? await uploadInChunks(ready, fileName, upload, { ...whole, url: "/api/uploads", wholeUrl: whole.url })
      : await sendWhole(ready, fileName, whole)
  if (!filenames?.[0]) throw new UploadError(texts.failure)
  return filenames[0]
}
