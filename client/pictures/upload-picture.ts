import { uploads as copy } from "#client/copy/uploads.ts"
import { CHUNK_BYTES, type ResumableUpload, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { readSuccess, sendRequest, UploadError } from "#client/uploads/send-request.ts"
import type { UploadedPicture } from "#server/contract/content/pictures.ts"

interface UploadOptions {
  /** It receives the uploaded share, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Uploads one picture and returns the server's name for it. A large one continues where `upload` has stopped. */
export async function uploadPicture(
  file: Blob,
  fileName: string,
  { upload, ...options }: UploadOptions & { upload: ResumableUpload },
): Promise<string> {
  const { filenames } =
    file.size > CHUNK_BYTES
      ? await uploadInChunks(file, fileName, upload, { ...options, url: "/api/uploads", send: sendRequest })
      : await sendForm("/upload", file, fileName, options)
  if (!filenames?.[0]) throw new UploadError(copy.failure)
  return filenames[0]
}

/** Uploads one picture to the library. */
export async function uploadToLibrary(file: Blob, fileName: string, options: UploadOptions): Promise<UploadedPicture> {
  const { pictures } = await sendForm("/api/pictures", file, fileName, options)
  if (!pictures?.[0]) throw new UploadError(copy.failure)
  return pictures[0]
}

async function sendForm(url: string, file: Blob, fileName: string, options: UploadOptions) {
  const body = new FormData()
  body.append("images", file, fileName)
  return readSuccess(await sendRequest(url, { method: "POST", body, ...options }))
}
