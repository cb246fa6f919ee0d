import { createReadStream } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { type Context, Hono } from "hono"
import { VARIANT_WIDTHS, type VariantWidth } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { chosenFiles, withMultipart } from "#server/http/multipart.ts"
import { acceptedFormats, formats, storedType } from "#server/images/formats.ts"
import { programFolder } from "#server/program-folder.ts"
import { requireRole } from "#server/trpc/procedures.ts"
import { imagesRouter } from "./router.ts"

const placeholder = join(programFolder, "server/uploads/placeholder.jpg")

// A name is the content's own hash: what was answered once never changes.
const FOR_EVER = "public, max-age=31536000, immutable"
/** A lighter form follows: it is asked for again soon. */
const FOR_NOW = "public, max-age=60"

/** Opened by itself a picture shows and nothing else happens, whatever a browser should take it for. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

interface Stored {
  name: string
  path: string
  bytes: number
  type: string
}

export const imagesRest = new Hono<AppEnv>()
  .post("/upload", async (c) => {
    await requireRole(c.get("context"), "admin")
    const filenames = await withMultipart(c, (form) =>
      callerFor(c, imagesRouter).store({ images: chosenFiles(form.getAll("images")) }),
    )
    return c.json({ success: true, filenames })
  })
  .get("/uploads/:name", async (c) => {
    const stored = await findStored(c.get("context").uploads, c.req.param("name"))
    const asked = c.req.query("w")
    const width = asked === undefined ? undefined : readWidth(asked)
    c.header("Content-Security-Policy", SANDBOX)
    return width === undefined ? answerStored(c, stored, FOR_EVER) : answerVariant(c, stored, width)
  })
  .get("/api/placeholder.jpg", async (c) => {
    c.header("Cache-Control", "public, max-age=86400")
    c.header("Content-Type", "image/jpeg")
    return c.body(await readFile(placeholder))
  })

async function findStored(uploads: string, name: string): Promise<Stored> {
  const type = storedType(name)
  const path = join(uploads, name)
  const found = type ? await stat(path).catch(() => undefined) : undefined
  if (!type || !found?.isFile()) throw new AppError("not_found", messages.imageNotFound)
  return { name, path, bytes: found.size, type }
}

function readWidth(text: string): VariantWidth {
  const width = VARIANT_WIDTHS.find((step) => String(step) === text)
  if (!width) throw new AppError("invalid", `${messages.unknownWidth} : ${VARIANT_WIDTHS.join(", ")}`)
  return width
}

async function answerVariant(c: Context<AppEnv>, stored: Stored, asked: VariantWidth) {
  const { variants, log } = c.get("context")
  c.header("Vary", "Accept, Save-Data")
  const width = savesData(c) ? sparing(asked) : asked
  const variant = await variants
    .find(stored.name, width, acceptedFormats(c.req.header("Accept")))
    .catch((error) => log.warn({ name: stored.name, width, err: error }, "variant not made"))
  const caching = variant?.final ? FOR_EVER : FOR_NOW
  if (!variant?.content) return answerStored(c, stored, caching)
  const { content, format } = variant
  if (isKnown(c, `"${stored.name}-${width}-${format}"`, caching)) return c.body(null, 304)
  c.header("Content-Type", formats[format].type)
  c.header("Content-Length", String(content.length))
  if (c.req.method === "HEAD") return c.body(null)
  return c.body(new Uint8Array(content))
}

function answerStored(c: Context<AppEnv>, { name, path, bytes, type }: Stored, caching: string) {
  if (isKnown(c, `"${name}"`, caching)) return c.body(null, 304)
  c.header("Content-Type", type)
  c.header("Content-Length", String(bytes))
  if (c.req.method === "HEAD") return c.body(null)
  return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream)
}

/** Whether the browser holds it already. */
function isKnown(c: Context, etag: string, caching: string): boolean {
  c.header("Cache-Control", caching)
  c.header("ETag", etag)
  return c.req.header("If-None-Match") === etag
}

function savesData(c: Context): boolean {
  return c.req.header("Save-Data")?.toLowerCase() === "on"
}

/** For whoever asks to be spared: enough to see what is there. */
function sparing(width: VariantWidth): VariantWidth {
  return width > 960 ? 640 : 320
}
