import { readdir, readFile } from "node:fs/promises"
import { basename, extname, join } from "node:path"
import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { LRUCache } from "lru-cache"
import { SERVICE_WORKER_PATH } from "#server/contract/offline.ts"
import { ignoreMissing } from "#server/files.ts"
import { createBuildFileFinder } from "#server/images/store/build-files.ts"
import { type Encoding, preferredEncoding } from "./accept-encoding.ts"
import type { AppEnv } from "./app-env.ts"
import { respondRange } from "./byte-range.ts"
import { createCachedResponse } from "./cached-response.ts"
import { DATA_SAVER_VARY, savesData } from "./data-saver.ts"
import { matchesEtag, strongEtag, weakEtag } from "./etag.ts"
import { SHOWN_ELSEWHERE } from "./security-headers.ts"

/** A service worker is bound by the policy of its own response. */
const WORKER_HEADERS = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

const FOREVER = "public, max-age=31536000, immutable"

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
}

/** The build writes each compressed text with one of these extensions. */
const compressedExtensions = { br: ".br", gzip: ".gz" } as const

/** Pictures are read when they are first requested, since there are many and a visit needs few. */
const PICTURES = "/photos/"

interface Asset {
  headers: Record<string, string>
  etag: string
  encodings: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
  /** The path of a picture, whose content is read later. */
  file?: string
  /** The picture's narrowest useful variant, for clients that save data. */
  dataSaver?: Asset
}

const DATA_SAVER_MIN_WIDTH = 320

/** A page needs about thirty; each has 100 kB at most, apart from that of the charts. */
const OTHER_TEXTS_MAX = 60

/** The short ETag of a file whose name has a hash of its content, since a page has thirty of them. */
const HASHED_NAME = '"1"'

/** Serves the built client's files from memory, so that a new build does not change the pages of a running site. */
export async function staticFiles(folder: string) {
  const found = await findAssets(folder)
  const findBuildFile = createBuildFileFinder()
  /** Texts of other builds by path, since compressing one again costs more than sending it. */
  const otherTexts = new LRUCache<string, ReturnType<typeof createCachedResponse>>({ max: OTHER_TEXTS_MAX })

  /** Responds with a file of another build, which a page of that build names. */
  async function respondOther({ req, get }: Context<AppEnv>): Promise<Response | undefined> {
    const known = otherTexts.get(req.path)
    if (known) return known.respond(req.raw)
    const file = await findBuildFile(get("context").images, req.path)
    if (!file) return undefined
    const headers = { "Content-Type": typeOf(req.path), "Cache-Control": FOREVER }
    if (isCompressible(req.path)) {
      const body = await new Response(file.body).text()
      const text = createCachedResponse({ status: 200, headers, body })
      otherTexts.set(req.path, text)
      return text.respond(req.raw)
    }
    const etag = `"${basename(req.path)}"`
    const shown = req.path.startsWith(PICTURES) ? SHOWN_ELSEWHERE : {}
    const sent = { ...headers, ...shown, ETag: etag, "Content-Length": String(file.bytes) }
    const isUnmodified = matchesEtag(req.header("If-None-Match"), etag)
    if (!isUnmodified && req.method === "GET") return respondRange(req.raw, new Response(file.body, { headers: sent }))
    await file.body.cancel()
    return new Response(null, { status: isUnmodified ? 304 : 200, headers: sent })
  }

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next()
    const named = found.get(c.req.path)
    if (!named) return (await respondOther(c)) ?? next()
    const asset = (savesData(c) && named.dataSaver) || named
    const { headers, etag, encodings } = asset
    if (matchesEtag(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers })
    const preferred = preferredEncoding(c.req.header("Accept-Encoding"))
    const encoding = encodings[preferred] ? preferred : "identity"
    const identity = encodings.identity ?? (await readPicture(asset))
    if (!identity) return (await respondOther(c)) ?? next()
    encodings.identity = identity
    const body = encodings[encoding] ?? identity
    const sent = { ...headers, "Content-Length": String(body.length) }
    const encoded = encoding === "identity" ? sent : { ...sent, "Content-Encoding": encoding }
    return respondRange(c.req.raw, new Response(c.req.method === "HEAD" ? null : body, { headers: encoded }))
  })
}

async function findAssets(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = new Map<string, Asset>()
  for (const file of files) {
    const path = file.slice(folder.length)
    if (path.startsWith("/.vite/") || Object.values(compressedExtensions).some((extension) => file.endsWith(extension)))
      continue
    found.set(path, path.startsWith(PICTURES) ? pictureAsset(file) : await readAsset(file, path, new Set(files)))
  }
  linkDataSavers(found)
  return found
}

/** Gives each variant of a picture the one for data savers; their names differ only by the width, the last number. */
function linkDataSavers(found: ReadonlyMap<string, Asset>) {
  const families = Map.groupBy(
    [...found].flatMap(([path, asset]) => {
      const variant = /^\/photos\/(?<picture>.+)-(?<width>\d+)(?<extension>\.\w+)$/.exec(path)?.groups
      return variant ? [{ asset, width: Number(variant.width), family: `${variant.picture}${variant.extension}` }] : []
    }),
    ({ family }) => family,
  )
  for (const family of families.values()) {
    const [smallest] = family
      .filter(({ width }) => width >= DATA_SAVER_MIN_WIDTH)
      .sort((one, other) => one.width - other.width)
    if (!smallest) continue
    for (const { asset } of family) {
      asset.dataSaver = smallest.asset
      asset.headers.Vary = DATA_SAVER_VARY
    }
  }
}

function pictureAsset(file: string): Asset {
  const etag = `"${basename(file)}"`
  const headers = { "Content-Type": typeOf(file), "Cache-Control": FOREVER, ETag: etag, ...SHOWN_ELSEWHERE }
  return { headers, etag, encodings: {}, file }
}

/** Returns undefined if a new build has deleted the file before its first request. */
function readPicture({ file = "" }: Asset): Promise<Buffer<ArrayBuffer> | undefined> {
  return readFile(file).catch(ignoreMissing)
}

async function readAsset(file: string, path: string, files: ReadonlySet<string>): Promise<Asset> {
  const identity = await readFile(file)
  const encodings: Asset["encodings"] = { identity }
  for (const encoding of ["br", "gzip"] as const) {
    if (files.has(file + compressedExtensions[encoding]))
      encodings[encoding] = await readFile(file + compressedExtensions[encoding])
  }
  const isAsset = path.startsWith("/assets/")
  const versionTag = encodings.br ? weakEtag(identity) : strongEtag(identity)
  const etag = isAsset ? (encodings.br ? `W/${HASHED_NAME}` : HASHED_NAME) : versionTag
  const headers = {
    "Content-Type": typeOf(file),
    // Vite puts a hash of the content into these names.
    "Cache-Control": isAsset ? FOREVER : "public, max-age=86400",
    ETag: etag,
    ...(!isAsset && typeOf(file).startsWith("image/") && SHOWN_ELSEWHERE),
    ...(path === SERVICE_WORKER_PATH && WORKER_HEADERS),
    ...(encodings.br && { Vary: "Accept-Encoding" }),
  }
  return { headers, etag, encodings }
}

function isCompressible(file: string): boolean {
  return /\.(css|js|json|svg)$/.test(file)
}

function typeOf(file: string) {
  return types[extname(file)] ?? "application/octet-stream"
}
