import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { clearToken } from "#client/session.ts"

/** Why a picture did not arrive, in French. */
export class UploadFailure extends Error {
  /** 0 when no answer came. */
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

interface Transfer {
  /** From 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/**
 * Sends one picture through `POST /upload` and answers the name that the server gave it. Fetch tells nothing of how
 * much has left, so this is an XMLHttpRequest.
 */
export function uploadPicture(file: Blob, fileName: string, { onProgress, signal }: Transfer): Promise<string> {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.append("images", file, fileName)
  return new Promise((resolve, reject) => {
    const lose = () => reject(new UploadFailure(copy.network))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = lose
    request.onabort = lose
    request.onload = () => {
      const { success, filenames, message } = readAnswer(request.responseText)
      if (success && filenames?.[0]) return resolve(filenames[0])
      // A dead session must not look alive (contract §2).
      if (request.status === 401) clearToken()
      reject(new UploadFailure(message || copy.failure, request.status))
    }
    if (signal.aborted) return lose()
    signal.addEventListener("abort", () => request.abort())
    request.open("POST", "/upload")
    request.send(form)
  })
}

interface Answer {
  success?: boolean
  filenames?: string[]
  message?: string
}

/** A proxy's page says nothing. */
function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
