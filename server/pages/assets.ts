import { createReadStream } from "node:fs"
import { readdir, stat } from "node:fs/promises"
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
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
}

interface Asset {
  file: string
  bytes: number
  /** Brotli form made at build time, where there is one. */
  brotli: { file: string; bytes: number } | undefined
  etag: string
}

/** The built client's files; they do not change while the program runs. */
export async function assets(folder: string) {
  const found = await findAssets(folder)
  return createMiddleware<AppEnv>(async (c, next) => {
    const asset = c.req.method === "GET" || c.req.method === "HEAD" ? found.get(c.req.path) : undefined
    if (!asset) return next()
    // Vite and the pictures' script put a hash of the content into these names.
    const hashed = /^\/(assets|photos)\//.test(c.req.path)
    c.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=86400")
    c.header("ETag", asset.etag)
    if (asset.brotli) c.header("Vary", "Accept-Encoding")
    if (c.req.header("If-None-Match") === asset.etag) return c.body(null, 304)
    const encoded = asset.brotli && /\bbr\b/.test(c.req.header("Accept-Encoding") ?? "") ? asset.brotli : undefined
    if (encoded) c.header("Content-Encoding", "br")
    const { file, bytes } = encoded ?? asset
    c.header("Content-Type", types[extname(asset.file)] ?? "application/octet-stream")
    c.header("Content-Length", String(bytes))
    if (c.req.method === "HEAD") return c.body(null)
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream)
  })
}

async function findAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !file.includes("/.vite/")) sizes.set(file, (await stat(file)).size)
  }
  const found = new Map<string, Asset>()
  for (const [file, bytes] of sizes) {
    if (file.endsWith(".br")) continue
    const brotliBytes = sizes.get(`${file}.br`)
    const brotli = brotliBytes === undefined ? undefined : { file: `${file}.br`, bytes: brotliBytes }
    const { mtimeMs } = await stat(file)
    found.set(file.slice(folder.length), {
      file,
      bytes,
      brotli,
      etag: `W/"${bytes.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
    })
  }
  return found
}
