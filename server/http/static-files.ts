import { readdir, readFile } from "node:fs/promises"
import { basename, extname, join } from "node:path"
import { createMiddleware } from "hono/factory"
import { type Encoding, preferredEncoding } from "./accept-encoding.ts"
import type { AppEnv } from "./app-env.ts"
import { matchesEtag, weakEtag } from "./etag.ts"

const FOREVER = "public, max-age=31536000, immutable"

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
}

/** The forms that the build makes of each text, by the endings of their names. */
const endings = { br: ".br", gzip: ".gz" } as const

/** Pictures are many, and a visit asks for few: each is read when it is first asked for, and stays. */
const PICTURES = "/photos/"

interface Asset {
  headers: Record<string, string>
  etag: string
  forms: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
  /** Of a picture that nobody has asked for yet. */
  file?: string
  /** A picture's narrowest form that still shows what is there, for whoever saves data. */
  sparing?: Asset
}

/** Pixels. */
const SPARING_MIN = 320

/** The built client's files, held in memory: a new build beside a running site changes no page that it serves. */
export async function assets(folder: string) {
  const found = await findAssets(folder)
  return createMiddleware<AppEnv>(async (c, next) => {
    const named = c.req.method === "GET" || c.req.method === "HEAD" ? found.get(c.req.path) : undefined
    if (!named) return next()
    const saving = c.req.header("Save-Data")?.toLowerCase() === "on"
    const asset = (saving && named.sparing) || named
    const { headers, etag, forms } = asset
    if (matchesEtag(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers })
    const preferred = preferredEncoding(c.req.header("Accept-Encoding"))
    const encoding = forms[preferred] ? preferred : "identity"
    const identity = forms.identity ?? (await readPicture(asset))
    if (!identity) return next()
    forms.identity = identity
    const body = forms[encoding] ?? identity
    const sent = { ...headers, "Content-Length": String(body.length) }
    const encoded = encoding === "identity" ? sent : { ...sent, "Content-Encoding": encoding }
    return new Response(c.req.method === "HEAD" ? null : body, { headers: encoded })
  })
}

async function findAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = new Map<string, Asset>()
  for (const file of files) {
    const path = file.slice(folder.length)
    if (path.startsWith("/.vite/") || Object.values(endings).some((ending) => file.endsWith(ending))) continue
    found.set(path, path.startsWith(PICTURES) ? picture(file) : await readAsset(file, path, new Set(files)))
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
    if (!smallest) continue
    for (const { asset } of family) {
      asset.sparing = smallest.asset
      asset.headers.Vary = "Save-Data"
    }
  }
}

function picture(file: string): Asset {
  const etag = `"${basename(file)}"`
  return { headers: { "Content-Type": typeOf(file), "Cache-Control": FOREVER, ETag: etag }, etag, forms: {}, file }
}

/** Undefined where a new build has taken it away before anybody asked. */
function readPicture({ file = "" }: Asset): Promise<Buffer<ArrayBuffer> | undefined> {
  return readFile(file).catch(() => undefined)
}

async function readAsset(file: string, path: string, files: ReadonlySet<string>): Promise<Asset> {
  const identity = await readFile(file)
  const forms: Asset["forms"] = { identity }
  for (const encoding of ["br", "gzip"] as const) {
    if (files.has(file + endings[encoding])) forms[encoding] = await readFile(file + endings[encoding])
  }
  const etag = weakEtag(identity)
  const headers = {
    "Content-Type": typeOf(file),
    // Vite puts a hash of the content into these names.
    "Cache-Control": path.startsWith("/assets/") ? FOREVER : "public, max-age=86400",
    // Such a name needs no asking.
    ...(!path.startsWith("/assets/") && { ETag: etag }),
    ...(forms.br && { Vary: "Accept-Encoding" }),
  }
  return { headers, etag, forms }
}

function typeOf(file: string) {
  return types[extname(file)] ?? "application/octet-stream"
}
