import { readSuccess, type SendHttp, UploadError } from "./http.ts"
import { uploads as texts } from "./texts.ts"

/** A chunk takes about a second at 2 Mbit/s, so that little is lost if the connection breaks. */
export const CHUNK_BYTES = 256 * 1024

/** The state from which an interrupted upload can continue. */
export interface ResumableUpload {
  url?: string | undefined
  /** The number of bytes that the server has. */
  acknowledged: number
}

interface UploadOptions {
  /** The URL that starts an upload. */
  url: string
  /** The URL that takes a whole file in a form, for lines on which a proxy or firewall refuses PATCH. */
  wholeUrl: string
  /** It receives the share of bytes, from 0 to 1, that are sent or acknowledged. */
  onProgress: (progress: number) => void
  signal: AbortSignal
  send: SendHttp
  /** It is called as soon as `upload.url` is known, and ends the upload if it rejects. */
  onBegin?: () => Promise<void>
}

/** Statuses after which the upload cannot continue: the server has deleted it or would reject it again. */
const FINAL_STATUSES = [400, 404, 413, 415]

/** Proxies and firewalls answer these to methods and pictures that they do not let pass. */
export const REFUSED = [403, 405, 501]

/** Uploads a file in chunks, from where `upload` has stopped, and returns the server's last response. */
export async function uploadInChunks(
  file: Blob,
  fileName: string,
  upload: ResumableUpload,
  { url: start, wholeUrl, onProgress, signal, send, onBegin }: UploadOptions,
): Promise<{ filenames?: string[] }> {
  try {
    const url = await resume()
    for (;;) {
      const response = await sendChunk(url)
      if (response.status === 200) return await readSuccess(response)
      if (REFUSED.includes(response.status)) {
        upload.acknowledged = 0
        return await sendWhole(file, fileName, { url: wholeUrl, send, signal, onProgress })
      }
      if (response.status !== 409) await readSuccess(response)
      const before = upload.acknowledged
      acknowledge(response)
      // A proxy may answer anything, and the same chunk must not be sent for ever.
      if (upload.acknowledged === before) throw new UploadError(texts.failure, response.status)
    }
  } catch (error) {
    if (error instanceof UploadError && FINAL_STATUSES.includes(error.status)) upload.url = undefined
    throw error
  }

  /** Asks the server how far the upload has come, or begins it. */
  async function resume(): Promise<string> {
    const response = upload.url ? await send(upload.url, { method: "HEAD", signal }) : undefined
    if (!upload.url || !response || [404, ...REFUSED].includes(response.status)) return begin()
    await readSuccess(response)
    acknowledge(response)
    return upload.url
  }

  async function begin(): Promise<string> {
    const headers = { "Content-Type": "application/json" }
    const body = JSON.stringify({ name: fileName, length: file.size })
    const response = await send(start, { method: "POST", headers, body, signal })
    await readSuccess(response)
    upload.url = response.headers.get("Location") ?? ""
    upload.acknowledged = 0
    await onBegin?.()
    return upload.url
  }

  function sendChunk(url: string): Promise<Response> {
    const offset = upload.acknowledged
    const body = file.slice(offset, offset + CHUNK_BYTES)
    const isLast = offset + body.size === file.size
    return send(url, {
      method: "PATCH",
      headers: {
        "Content-Type": "application/partial-upload",
        "Upload-Offset": String(offset),
        "Upload-Complete": isLast ? "?1" : "?0",
      },
      body,
      signal,
      onProgress: (progress) => onProgress((offset + progress * body.size) / file.size),
    })
  }

  function acknowledge({ headers }: Response) {
    const offset = Number(headers.get("Upload-Offset") ?? Number.NaN)
    if (!(offset >= 0 && offset <= file.size)) throw new UploadError(texts.failure)
    upload.acknowledged = offset
    onProgress(offset / file.size)
  }
}

type WholeOptions = Pick<UploadOptions, "url" | "onProgress" | "signal" | "send">

/** Sends a file at once, as a form does; a broken line begins anew. */
export async function sendWhole(file: Blob, fileName: string, { url, send, ...options }: WholeOptions) {
  const body = new FormData()
  body.append("images", file, fileName)
  return readSuccess(await send(url, { method: "POST", body, ...options }))
}

/** Deletes an upload on the server, which would otherwise expire by itself. */
export function cancelUpload({ url }: ResumableUpload) {
  if (url) fetch(url, { method: "DELETE", keepalive: true }).catch(() => undefined)
}
