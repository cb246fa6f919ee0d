import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { clearToken } from "#client/session.ts"

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

/**
 * Uploads one picture through `POST /upload` and returns the server's name for it. An XMLHttpRequest, because fetch
 * does not report progress.
 */
export function uploadPicture(file: Blob, fileName: string, { onProgress, signal }: UploadOptions): Promise<string> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append("images", file, fileName)
  return new Promise((resolve, reject) => {
    const fail = () => reject(new UploadError(copy.network))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = fail
    request.onabort = fail
    request.onload = () => {
      const { success, filenames, message } = parseResponse(request.responseText)
      if (success && filenames?.[0]) return resolve(filenames[0])
      // The session has ended: the page must stop showing the user as logged in.
      if (request.status === 401) clearToken()
      reject(new UploadError(message || copy.failure, request.status))
    }
    if (signal.aborted) return fail()
    signal.addEventListener("abort", () => request.abort())
    request.open("POST", "/upload")
    request.send(form)
  })
}

interface UploadResponse {
  success?: boolean
  filenames?: string[]
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
