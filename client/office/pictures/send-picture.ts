import { sendHttp, UploadError } from "#client/uploads/http.ts"
import { CHUNK_BYTES, sendWhole, uploadInChunks } from "#client/uploads/resumable-upload.ts"
import { uploads as texts } from "#client/uploads/texts.ts"
import type { PreparedUpload, SendOptions } from "#client/uploads/upload-queue.ts"

/** Sends a picture and returns the server's name for it. A large one goes in chunks, from where it has stopped. */
export async function sendPicture(upload: PreparedUpload, fileName: string, given: SendOptions): Promise<string> {
  const { ready } = upload
  const whole = { ...given, send: sendHttp, url: "/upload" }
  const { filenames } =
    ready.size > CHUNK_BYTES
      ? await uploadInChunks(ready, fileName, upload, { ...whole, url: "/api/uploads", wholeUrl: whole.url })
      : await sendWhole(ready, fileName, whole)
  if (!filenames?.[0]) throw new UploadError(texts.failure)
  return filenames[0]
}
