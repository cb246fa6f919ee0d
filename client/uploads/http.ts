import { clearToken } from "#client/app/session.ts"
import { uploadMessages as messages } from "#server/contract/upload-messages.ts"
import { uploads as texts } from "./texts.ts"

/** An error whose message is shown to the user. */
export class UploadError extends Error {
  /** The status of the HTTP response; 0 if there was none. */
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

/** Whether the server has rejected what was sent for its content, so that it would reject it again. */
export function isRejection({ status }: { status: number }): boolean {
  return [400, 413, 415].includes(status)
}

export function toUploadError(error: unknown): UploadError {
  return error instanceof UploadError ? error : new UploadError(texts.failure)
}

export interface HttpRequest {
  method: string
  headers?: Record<string, string>
  body?: Blob | FormData | string
  signal: AbortSignal
  /** It receives the sent share of the body, from 0 to 1. */
  onProgress?: (progress: number) => void
}

export type SendHttp = (url: string, request: HttpRequest) => Promise<Response>

/** The limit is longer than the server takes to decode a picture that waits behind others. */
const SILENCE_MAX_MS = 120_000

let ownHeaders: Record<string, string> = {}

/** Adds headers to all requests from now on: a screen of the back-office names its account. */
export function setOwnHeaders(headers: Record<string, string>): void {
  ownHeaders = headers
}

/** Sends by XMLHttpRequest, since fetch does not report progress. Throws if no response comes. */
export const sendHttp: SendHttp = (url, { method, headers = {}, body, signal, onProgress }) => {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = () => reject(new UploadError(texts.network))
    const abort = () => request.abort()
    let silence: ReturnType<typeof setTimeout>
    // A phone that has lost its mobile network gets no error.
    function watchSilence() {
      clearTimeout(silence)
      silence = setTimeout(abort, SILENCE_MAX_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      watchSilence()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onerror = fail
    request.onabort = fail
    request.onload = () => resolve(toResponse(request))
    request.onloadend = () => {
      clearTimeout(silence)
      signal.removeEventListener("abort", abort)
    }
    if (signal.aborted) return fail()
    signal.addEventListener("abort", abort)
    watchSilence()
    request.open(method, url)
    for (const [name, value] of Object.entries({ ...ownHeaders, ...headers })) request.setRequestHeader(name, value)
    request.send(body)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split("\r\n")
  const headers = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)])
  const body = request.status === 204 ? null : request.responseText
  return new Response(body, { status: request.status, headers: headers as [string, string][] })
}

interface ResponseBody {
  filenames?: string[]
  message?: string
  errors?: Record<string, string>
}

/** Returns the body of a successful response, and throws for any other. */
export async function readSuccess<Body = ResponseBody>(response: Response): Promise<Body & ResponseBody> {
  const body = parseBody<Body>(await response.text())
  if (response.ok) return body
  // The session has ended: the page must stop showing the user as logged in.
  if (response.status === 401) clearToken()
  const isUnreadable = Object.values(body.errors ?? {}).some((error) => error.endsWith(messages.imageUnreadable))
  const message = isUnreadable
    ? texts.unreadable
    : body.message || (response.status === 401 ? messages.signInRequired : texts.failure)
  throw new UploadError(message, response.status)
}

/** Returns an empty object for anything but JSON, such as the error page of a proxy. */
function parseBody<Body>(text: string): Body & ResponseBody {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {} as Body & ResponseBody
  }
}
