import { Hono } from "hono"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { selectedFiles, withMultipart } from "#server/http/multipart.ts"
import { uploadPictures } from "./commands.ts"

export const picturesRest = new Hono<AppEnv>().post("/api/pictures", async (c) => {
  const context = await requireAccountContext(c, "pictures.write")
  const pictures = await withMultipart(c, (form) => uploadPictures(context, selectedFiles(form.getAll("images"))))
  return c.json({ success: true, pictures })
})
