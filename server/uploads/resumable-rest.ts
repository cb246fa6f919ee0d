import { type Context, Hono } from "hono"
import { BYTES_MAX } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import { PART_BYTES_MAX, UploadStart } from "#server/contract/uploads.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { readPartialBody } from "#server/http/partial-body.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { requireRole } from "#server/trpc/procedures.ts"
import { appendPart, completeUpload, createUpload, deleteUpload, getUpload, type Upload } from "./resumable.ts"

/** Resumable Uploads for HTTP (draft-ietf-httpbis-resumable-upload-12), with this site's own responses. */
export const resumableUploadsRest = new Hono<AppEnv>()
  .post("/api/uploads", textBodyLimit, async (c) => {
    const ctx = await adminContext(c)
    const upload = await createUpload(ctx, UploadStart.parse(await readJson(c)))
    setUploadHeaders(c, upload)
    c.header("Location", `/api/uploads/${upload.id}`)
    return c.json({ success: true, id: upload.id }, 201)
  })
  // Hono answers HEAD by it.
  .get("/api/uploads/:id", async (c) => {
    const ctx = await adminContext(c)
    setUploadHeaders(c, await getUpload(ctx, ctx.db, c.req.param("id")))
    return c.body(null, 204)
  })
  .patch("/api/uploads/:id", async (c) => {
    const ctx = await adminContext(c)
    const { offset, isLast } = readPartHeaders(c)
    const { content, interruption } = await readPartialBody(c, PART_BYTES_MAX)
    const part = { offset, content, isLast: isLast && !interruption }
    const { isAppended, upload } = await appendPart(ctx, c.req.param("id"), part)
    setUploadHeaders(c, upload)
    if (!isAppended) throw new AppError("conflict", messages.uploadOffsetDiffers)
    if (interruption) throw new AppError("invalid", messages.malformedRequest, { cause: interruption })
    if (!isLast) return c.body(null, 204)
    const filenames = [await completeUpload(ctx, upload)]
    c.header("Upload-Complete", "?1")
    return c.json({ success: true, filenames })
  })
  .delete("/api/uploads/:id", async (c) => {
    await deleteUpload(await adminContext(c), c.req.param("id"))
    return c.body(null, 204)
  })

async function adminContext(c: Context<AppEnv>): Promise<AccountContext> {
  const context = c.get("context")
  return { ...context, account: await requireRole(context, "admin") }
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
  c.header("Upload-Limit", `max-size=${BYTES_MAX}, max-append-size=${PART_BYTES_MAX}, max-age=${maxAge}`)
}
