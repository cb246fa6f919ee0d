import { Hono } from "hono"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { respondAppend, respondCreation, respondOffset } from "#server/http/resumable-upload.ts"
import {
  appendChunk,
  completeUpload,
  createUpload,
  deleteUpload,
  getUpload,
} from "#server/storage/resumable-uploads.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { uploadImages } from "./commands.ts"

export const resumableUploadsRest = new Hono<AppEnv>()
  .post("/api/uploads", textBodyLimit, async (c) => {
    const ctx = await requireAccountContext(c, "pictures.write")
    return respondCreation(c, "/api/uploads", (start) => createUpload(ctx, { ...ownerOf(ctx), client: null }, start))
  })
  // Hono also answers HEAD by this route.
  .get("/api/uploads/:id", async (c) => {
    const ctx = await requireAccountContext(c, "pictures.write")
    return respondOffset(c, await getUpload(ctx, ownerOf(ctx), c.req.param("id")))
  })
  .patch("/api/uploads/:id", async (c) => {
    const ctx = await requireAccountContext(c, "pictures.write")
    return respondAppend(c, {
      append: (part) => appendChunk(ctx, ownerOf(ctx), c.req.param("id"), part),
      complete: (upload) => completeUpload(ctx, upload, (file, finish) => uploadImages(ctx, [file], finish)),
    })
  })
  .delete("/api/uploads/:id", async (c) => {
    const ctx = await requireAccountContext(c, "pictures.write")
    await deleteUpload(ctx, ownerOf(ctx), c.req.param("id"))
    return c.body(null, 204)
  })

function ownerOf({ account }: AccountContext) {
  return { accountId: account.id }
}
