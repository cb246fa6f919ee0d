import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join } from "node:path"
import { Readable } from "node:stream"
import { createMiddleware } from "hono/factory"
import type { AppEnv } from "#server/trpc.ts"

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
}

/** Smallest first: the forms that the build makes of each text. */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const

/** Pictures are many and large: they stay on the disk, under names that change with their content. */
const PICTURES = "/photos/"

interface Asset {
  /** Undefined for a picture, which is read from the disk. */
  content: Buffer<ArrayBuffer> | undefined
  file: string
  bytes: number
  /** What the build made of it, by the name of its encoding. */
  forms: readonly { name: string; content: Buffer<ArrayBuffer> }[]
  etag: string
  /** A picture's narrowest form that still shows what is there, for whoever saves data. */
  sparing?: Asset
}

/** Pixels. */
const SPARING_MIN = 320

/** The built client's files, held in memory: a new build beside a running site does not touch what that site serves. */
export async function assets(folder: string) {
  const found = await findAssets(folder)
  return createMiddleware<AppEnv>(async (c, next) => {
    const named = c.req.method === "GET" || c.req.method === "HEAD" ? found.get(c.req.path) : undefined
    if (!named) return next()
    if (named.sparing) c.header("Vary", "Save-Data")
    const saving = c.req.header("Save-Data")?.toLowerCase() === "on"
    const asset = (saving && named.sparing) || named
    // Vite and the pictures' script put a hash of the content into these names.
    const hashed = /^\/(assets|photos)\//.test(c.req.path)
    c.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=86400")
    c.header("ETag", asset.etag)
    if (asset.forms.length > 0) c.header("Vary", "Accept-Encoding")
    if (c.req.header("If-None-Match") === asset.etag) return c.body(null, 304)
    const accepted = c.req.header("Accept-Encoding") ?? ""
    const form = asset.forms.find(({ name }) => new RegExp(`\\b${name}\\b`).test(accepted))
    if (form) c.header("Content-Encoding", form.name)
    const content = form?.content ?? asset.content
    c.header("Content-Type", types[extname(asset.file)] ?? "application/octet-stream")
    c.header("Content-Length", String(content?.length ?? asset.bytes))
    if (c.req.method === "HEAD") return c.body(null)
    return c.body(content ?? (Readable.toWeb(createReadStream(asset.file)) as ReadableStream))
  })
}

async function findAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = new Map<string, Asset>()
  for (const file of files) {
    const path = file.slice(folder.length)
    if (path.startsWith("/.vite/") || encodings.some(({ ending }) => file.endsWith(ending))) continue
    found.set(path, path.startsWith(PICTURES) ? await findPicture(file) : await readAsset(file, new Set(files)))
  }
  linkSparing(found)
  return found
}

/** The variants of a picture are named alike but for their width, the last number before the ending. */
function linkSparing(found: ReadonlyMap<string, Asset>) {
  const families = Map.groupBy(
    [...found].flatMap(([path, asset]) => {
      const variant = /^\/photos\/(?<photo>.+)-(?<width>\d+)(?<ending>\.\w+)$/.exec(path)?.groups
      return variant ? [{ asset, width: Number(variant.width), family: `${variant.photo}${variant.ending}` }] : []
    }),
    ({ family }) => family,
  )
  for (const family of families.values()) {
    const [smallest] = family.filter(({ width }) => width >= SPARING_MIN).sort((one, other) => one.width - other.width)
    if (smallest) for (const { asset } of family) asset.sparing = smallest.asset
  }
}

async function findPicture(file: string): Promise<Asset> {
  const { size } = await stat(file)
  return { content: undefined, file, bytes: size, forms: [], etag: `"${file.slice(file.lastIndexOf("/") + 1)}"` }
}

async function readAsset(file: string, files: ReadonlySet<string>): Promise<Asset> {
  const content = await readFile(file)
  const made = encodings.filter(({ ending }) => files.has(file + ending))
  const forms = await Promise.all(
    made.map(async ({ name, ending }) => ({ name, content: await readFile(file + ending) })),
  )
  const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  return { content, file, bytes: content.length, forms, etag }
}
