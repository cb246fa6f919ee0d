import type { Context } from "hono"
import { BYTES_MAX } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import { UPLOAD_CHUNK_BYTES_MAX, UploadStart } from "#server/contract/uploads.ts"
import { AppError } from "#server/errors.ts"
import type { Upload, UploadChunk } from "#server/storage/resumable-uploads.ts"
import type { AppEnv } from "./app-env.ts"
import { readJson, readNumber } from "./json-body.ts"
import { readPartialBody } from "./partial-body.ts"
import { receiveInTurn } from "./visitor-turns.ts"

// These are Resumable Uploads for HTTP (draft-ietf-httpbis-resumable-upload-12) with this site's own responses.

interface Appending {
  append: (chunk: UploadChunk) => Promise<{ isAppended: boolean; upload: Upload }>
  /** Returns the name of the stored image. */
  complete: (upload: Upload) => Promise<string>
}

export async function respondCreation(
  c: Context<AppEnv>,
  path: string,
  create: (start: UploadStart) => Promise<Upload>,
): Promise<Response> {
  const upload = await create(UploadStart.parse(await readJson(c)))
  setUploadHeaders(c, upload)
  c.header("Location", `${path}/${upload.id}`)
  return c.json({ success: true, id: upload.id }, 201)
}

export function respondOffset(c: Context<AppEnv>, upload: Upload): Response {
  setUploadHeaders(c, upload)
  return c.body(null, 204)
}

export async function respondAppend(c: Context<AppEnv>, { append, complete }: Appending): Promise<Response> {
  const { offset, isLast } = readPartHeaders(c)
  const { content, interruption } = await receiveInTurn(c.get("context"), (checkPace) =>
    readPartialBody(c, UPLOAD_CHUNK_BYTES_MAX, checkPace),
  )
  const { isAppended, upload } = await append({ offset, content, isLast: isLast && !interruption })
  setUploadHeaders(c, upload)
  if (!isAppended) throw new AppError("conflict", messages.uploadOffsetDiffers)
  if (interruption) throw new AppError("invalid", messages.malformedRequest, { cause: interruption })
  if (!isLast) return c.body(null, 204)
  const filenames = [await complete(upload)]
  c.header("Upload-Complete", "?1")
  return c.json({ success: true, filenames })
}

function readPartHeaders(c: Context): { offset: number; isLast: boolean } {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase()
  if (type !== "application/partial-upload") throw new AppError("unsupported", messages.partRequired)
  const offset = readNumber(c.req.header("Upload-Offset") ?? "")
  if (Number.isNaN(offset)) throw new AppError("invalid", messages.uploadOffsetInvalid)
  const complete = c.req.header("Upload-Complete") ?? ""
  if (!/^\?[01]$/.test(complete)) throw new AppError("invalid", messages.uploadCompleteInvalid)
  return { offset, isLast: complete === "?1" }
}

function setUploadHeaders(c: Context<AppEnv>, { received, length, image, expiresAt }: Upload) {
  const maxAge = Math.max(0, Math.floor((Date.parse(expiresAt) - c.get("context").now().getTime()) / 1000))
  c.header("Upload-Offset", String(received))
  c.header("Upload-Length", String(length))
  c.header("Upload-Complete", image ? "?1" : "?0")
  c.header("Upload-Limit", `max-size=${BYTES_MAX}, max-append-size=${UPLOAD_CHUNK_BYTES_MAX}, max-age=${maxAge}`)
}
