import { Hono } from "hono"
import { PHOTOS_MAX } from "#server/contract/message-photos.ts"
import { UPLOAD_CHUNK_BYTES_MAX } from "#server/contract/uploads.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { respondAppend, respondCreation, respondOffset } from "#server/http/resumable-upload.ts"
import { createRequestLimit } from "#server/limits/request-limit.ts"
import { appendChunk, completeUpload, deleteUpload, getUpload } from "#server/storage/resumable-uploads.ts"
import { requireRoomForVisitors } from "#server/storage/room-for-visitors.ts"
import { createPhotoUpload, requireRoomForPhotos, uploadPhotos } from "./photos.ts"

/** Each part is a transaction, however small it is. */
const limitParts = createRequestLimit({ maxRequests: 600, windowSeconds: 60 })

/** A visitor has no account; knowing an upload's id gives access to it. */
const visitor = { accountId: null }

/** Receives the photos of a request being written, at once or in parts that outlive a broken connection. */
export const photoUploadsRest = new Hono<AppEnv>()
  .post("/api/contact/photos", async (c) => {
    const ctx = c.get("context")
    await requireRoomForPhotos(ctx)
    const filenames = await withMultipart(
      c,
      (form) => uploadPhotos(ctx, selectedFiles(form.getAll("images"))),
      PHOTOS_MAX,
    )
    return c.json({ success: true, filenames }, 201)
  })
  .post("/api/contact/uploads", textBodyLimit, (c) =>
    respondCreation(c, "/api/contact/uploads", (start) => createPhotoUpload(c.get("context"), start)),
  )
  // Hono also answers HEAD by this route.
  .get("/api/contact/uploads/:id", async (c) =>
    respondOffset(c, await getUpload(c.get("context"), visitor, c.req.param("id"))),
  )
  .patch("/api/contact/uploads/:id", async (c) => {
    const ctx = c.get("context")
    if (ctx.rateLimits) limitParts(ctx.rateLimitKey, ctx.now())
    await requireRoomForVisitors(ctx.db, ctx.now(), UPLOAD_CHUNK_BYTES_MAX)
    return respondAppend(c, {
      append: (part) => appendChunk(ctx, visitor, c.req.param("id"), part),
      complete: (upload) => completeUpload(ctx, upload, (file, finish) => uploadPhotos(ctx, [file], finish)),
    })
  })
  .delete("/api/contact/uploads/:id", async (c) => {
    await deleteUpload(c.get("context"), visitor, c.req.param("id"))
    return c.body(null, 204)
  })
