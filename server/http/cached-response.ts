import { type Encoding, preferredEncoding } from "./accept-encoding.ts"
import { compressBest, compressQuickly } from "./compression.ts"
import { matchesEtag, weakEtag } from "./etag.ts"

/** A text response before it is compressed. */
export interface ResponseContent {
  status: number
  headers: Record<string, string>
  body: string
}

/** The parts of a request that decide which representation is sent. */
interface Conditions {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

interface Representation {
  status: number
  headers: Record<string, string>
  /** The headers as names and values in turn, which node:http writes faster than an object. */
  rawHeaders: string[]
  body: Uint8Array<ArrayBuffer> | null
}

/** A text response with its compressed forms, each of which is made when it is first requested. */
export interface CachedResponse {
  status: number
  /** In bytes with the compressed forms, which together are smaller than the text itself. */
  size: number
  /** The pattern of the address that it was created for. */
  route?: string
  /** Returns undefined while the preferred encoding has not been made yet. */
  select(conditions: Conditions): Representation | undefined
  respond(request: Request): Promise<Response>
  /** Replaces the quickly compressed forms by the smallest ones, unless `isCached` returns false meanwhile. */
  recompress(isCached: () => boolean): Promise<void>
}

/** This estimates the headers, keys and objects beside a text. */
const OVERHEAD_BYTES = 4096

/** The best compression of a larger text would take seconds. */
const RECOMPRESS_MAX_BYTES = 2 * 1024 * 1024

/** The content's own headers take precedence over `siteHeaders`. */
export function createCachedResponse(
  { status, headers, body }: ResponseContent,
  siteHeaders: Record<string, string> = {},
): CachedResponse {
  const text = Buffer.from(body)
  const etag = status === 200 ? weakEtag(text) : undefined
  const common = { ...siteHeaders, ...headers, Vary: "Accept-Encoding", ...(etag && { ETag: etag }) }
  const unmodified = { status: 304, headers: common, rawHeaders: Object.entries(common).flat(), body: null }
  const representations: Partial<Record<Encoding, Representation & { body: Uint8Array }>> = {}
  const pending: Partial<Record<Encoding, Promise<void>>> = {}

  function add(encoding: Encoding, body: Uint8Array<ArrayBuffer>) {
    const contentEncoding = encoding === "identity" ? {} : { "Content-Encoding": encoding }
    const headers = { "Content-Length": String(body.length), ...contentEncoding, ...common }
    representations[encoding] = { status, headers, rawHeaders: Object.entries(headers).flat(), body }
  }

  function select({ method, acceptEncoding, ifNoneMatch }: Conditions): Representation | undefined {
    if (etag && matchesEtag(ifNoneMatch, etag)) return unmodified
    const found = representations[preferredEncoding(acceptEncoding)]
    return found && method === "HEAD" ? { ...found, body: null } : found
  }

  /** Lets simultaneous requests for one encoding share its compression. */
  function compress(encoding: Encoding): Promise<void> | undefined {
    if (encoding === "identity") return
    pending[encoding] ??= compressQuickly(text, encoding)
      .then((compressed) => {
        if (!representations[encoding]) add(encoding, compressed) // else recompress was faster
      })
      .finally(() => delete pending[encoding])
    return pending[encoding]
  }

  async function respond({ method, headers }: Request): Promise<Response> {
    const acceptEncoding = headers.get("Accept-Encoding") ?? undefined
    const conditions = { method, acceptEncoding, ifNoneMatch: headers.get("If-None-Match") ?? undefined }
    if (!select(conditions)) await compress(preferredEncoding(acceptEncoding))
    const { body = null, ...init } = select(conditions) ?? {}
    return new Response(body, init)
  }

  async function recompress(isCached: () => boolean) {
    if (text.length > RECOMPRESS_MAX_BYTES) return
    for (const encoding of ["br", "gzip"] as const) {
      if (!isCached()) return
      const compressed = await compressBest(text, encoding)
      if (compressed.length < (representations[encoding]?.body.length ?? text.length)) add(encoding, compressed)
    }
  }

  add("identity", text)
  return { status, size: 2 * text.length + OVERHEAD_BYTES, select, respond, recompress }
}
