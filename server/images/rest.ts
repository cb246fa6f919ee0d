import { createReadStream } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Hono } from "hono"
import { words } from "#server/contract/words.ts"
import { AppError } from "#server/errors.ts"
import { chosenFiles, readMultipart } from "#server/multipart.ts"
import { type AppEnv, callerFor, requireAdmin } from "#server/trpc.ts"
import { formats } from "./formats.ts"
import { imagesRouter } from "./router.ts"

const types = new Map<string, string>(Object.values(formats).map(({ extension, type }) => [extension, type]))

/** Names as the server makes them, so that none can leave the folder. */
const stored = /^[a-z0-9][\w-]*\.(jpg|png|webp|avif)$/i

const placeholder = new URL("./placeholder.jpg", import.meta.url)

export const imagesRest = new Hono<AppEnv>()
  .post("/upload", async (c) => {
    await requireAdmin(c)
    const images = chosenFiles((await readMultipart(c)).getAll("images"))
    return c.json({ success: true, filenames: await callerFor(c, imagesRouter).store({ images }) })
  })
  .get("/uploads/:name", async (c) => {
    const name = c.req.param("name")
    const file = join(c.get("context").uploads, name)
    const extension = stored.exec(name)?.[1]?.toLowerCase()
    const found = extension ? await stat(file).catch(() => undefined) : undefined
    if (!extension || !found?.isFile()) throw new AppError("not_found", words.imageMissing)
    // The name is the content's own hash: what was answered once never changes.
    const etag = `"${name}"`
    c.header("Cache-Control", "public, max-age=31536000, immutable")
    c.header("ETag", etag)
    if (c.req.header("If-None-Match") === etag) return c.body(null, 304)
    c.header("Content-Type", types.get(extension) ?? "application/octet-stream")
    c.header("Content-Length", String(found.size))
    if (c.req.method === "HEAD") return c.body(null)
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream)
  })
  .get("/api/placeholder.jpg", async (c) => {
    c.header("Cache-Control", "public, max-age=86400")
    c.header("Content-Type", "image/jpeg")
    return c.body(await readFile(placeholder))
  })
