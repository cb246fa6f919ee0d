import { type Context, Hono } from "hono"
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
import { requireRight } from "#server/trpc/procedures.ts"
import { uploadImages } from "./commands.ts"

export const resumableUploadsRest = new Hono<AppEnv>()
  .post("/api/uploads", textBodyLimit, async (c) => {
    const { ctx, owner } = await adminContext(c)
    return respondCreation(c, "/api/uploads", (start) => createUpload(ctx, { ...owner, client: null }, start))
  })
  // Hono answers HEAD by it.
  .get("/api/uploads/:id", async (c) => {
    const { ctx, owner } = await adminContext(c)
    return respondOffset(c, await getUpload(ctx, owner, c.req.param("id")))
  })
  .patch("/api/uploads/:id", async (c) => {
    const { ctx, owner } = await adminContext(c)
    return respondAppend(c, {
      append: (part) => appendChunk(ctx, owner, c.req.param("id"), part),
      complete: (upload) => completeUpload(ctx, upload, (file, work) => uploadImages(ctx, [file], work)),
    })
  })
  .delete("/api/uploads/:id", async (c) => {
    const { ctx, owner } = await adminContext(c)
    await deleteUpload(ctx, owner, c.req.param("id"))
    return c.body(null, 204)
  })

async function adminContext(c: Context<AppEnv>) {
  const context = c.get("context")
  const account = await requireRight(context, "pictures.write")
  const ctx: AccountContext = { ...context, account }
  return { ctx, owner: { accountId: account.id } }
}
