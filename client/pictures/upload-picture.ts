import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { clearToken } from "#client/session.ts"
import type { UploadedPicture } from "#server/contract/pictures.ts"

/** Its message is shown to the user. */
export class UploadError extends Error {
  /** Of the HTTP response; 0 when none came. */
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Uploads one picture through `POST /upload` and returns the server's name for it. */
export async function uploadPicture(file: Blob, fileName: string, options: UploadOptions): Promise<string> {
  const { filenames } = await send("/upload", file, fileName, options)
  if (!filenames?.[0]) throw new UploadError(copy.failure)
  return filenames[0]
}

/** Uploads one picture to the library. */
export async function uploadToLibrary(file: Blob, fileName: string, options: UploadOptions): Promise<UploadedPicture> {
  const { pictures } = await send("/api/pictures", file, fileName, options)
  if (!pictures?.[0]) throw new UploadError(copy.failure)
  return pictures[0]
}

/** With an XMLHttpRequest, because fetch does not report progress. */
function send(
  url: string,
  file: Blob,
  fileName: string,
  { onProgress, signal }: UploadOptions,
): Promise<UploadResponse> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append("images", file, fileName)
  return new Promise((resolve, reject) => {
    const fail = () => reject(new UploadError(copy.network))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      const response = parseResponse(request.responseText)
      if (response.success) return resolve(response)
      // The session has ended: the page must stop showing the user as logged in.
      if (request.status === 401) clearToken()
      reject(new UploadError(response.message || copy.failure, request.status))
    }
    if (signal.aborted) return fail()
    signal.addEventListener("abort", () => request.abort())
    request.open("POST", url)
    request.send(form)
  })
}

interface UploadResponse {
  success?: boolean
  filenames?: string[]
  pictures?: UploadedPicture[]
  message?: string
}

/** A proxy's error page is no JSON. */
function parseResponse(text: string): UploadResponse {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
