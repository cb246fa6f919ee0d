import { Hono } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { requireRight } from "#server/trpc/procedures.ts"
import { uploadPictures } from "./commands.ts"

export const picturesRest = new Hono<AppEnv>().post("/api/pictures", async (c) => {
  const context = c.get("context")
  const account = await requireRight(context, "pictures.write")
  const pictures = await withMultipart(c, (form) =>
    uploadPictures({ ...context, account }, selectedFiles(form.getAll("images"))),
  )
  return c.json({ success: true, pictures })
})
