import { createHash } from "node:crypto"
import { compressBest, compressQuickly } from "./compression.ts"
import { type Encoding, isHeld, preferredEncoding } from "./content-negotiation.ts"

/** A text to be answered, as it came from its maker. */
export interface Content {
  status: number
  headers: Record<string, string>
  body: string
}

/** A text ready to be sent, in whatever forms it has been asked for. */
export interface Answer {
  status: number
  /** Bytes that it may come to hold: its compressed forms together are smaller than the text itself. */
  size: number
  /** What is to be sent; undefined while the form that the client reads best is not there yet. */
  choose(asked: Asked): Sent | undefined
  respond(request: Request): Promise<Response>
  /** Puts the smallest forms in the place of the quick ones. */
  shrink(isWorthIt: () => boolean): Promise<void>
}

/** The headers that decide in which form something is sent, if at all. */
export interface Asked {
  method: string
  accepted: string | null | undefined
  held: string | null | undefined
}

export interface Sent {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

interface Form {
  body: Uint8Array<ArrayBuffer>
  /** Written out once: what is sent thousands of times a second is put together beforehand. */
  headers: Record<string, string>
}

/** What headers, names and the objects around a text weigh, roughly. */
const BESIDES_BYTES = 4096

/** `always` are the headers that every answer of the site bears; the content's own come before them. */
export function makeAnswer({ status, headers, body }: Content, always: Record<string, string> = {}): Answer {
  const text = Buffer.from(body)
  const etag = status === 200 ? weakEtag(text) : undefined
  const common = { ...always, ...headers, Vary: "Accept-Encoding", ...(etag && { ETag: etag }) }
  const forms: Partial<Record<Encoding, Form>> = {}
  const coming: Partial<Record<Encoding, Promise<void>>> = {}

  function add(encoding: Encoding, body: Uint8Array<ArrayBuffer>) {
    const encoded = encoding === "identity" ? {} : { "Content-Encoding": encoding }
    forms[encoding] = { body, headers: { "Content-Length": String(body.length), ...encoded, ...common } }
  }

  function choose({ method, accepted, held }: Asked): Sent | undefined {
    if (etag && isHeld(held, etag)) return { status: 304, headers: common, body: null }
    const form = forms[preferredEncoding(accepted)]
    return form && { status, headers: form.headers, body: method === "HEAD" ? null : form.body }
  }

  /** Whoever asks for a form while it is being made waits for the same one. */
  function prepare(encoding: Encoding): Promise<void> | undefined {
    if (encoding === "identity") return
    coming[encoding] ??= compressQuickly(text, encoding)
      .then((small) => {
        if (!forms[encoding]) add(encoding, small) // else the best one was faster
      })
      .finally(() => delete coming[encoding])
    return coming[encoding]
  }

  async function respond({ method, headers }: Request): Promise<Response> {
    const asked = { method, accepted: headers.get("Accept-Encoding"), held: headers.get("If-None-Match") }
    if (!choose(asked)) await prepare(preferredEncoding(asked.accepted))
    const { body = null, ...sent } = choose(asked) ?? {}
    return new Response(body, sent)
  }

  async function shrink(isWorthIt: () => boolean) {
    for (const encoding of ["br", "gzip"] as const) {
      if (!isWorthIt()) return
      const small = await compressBest(text, encoding)
      if (small.length < (forms[encoding]?.body.length ?? text.length)) add(encoding, small)
    }
  }

  add("identity", text)
  return { status, size: 2 * text.length + BESIDES_BYTES, choose, respond, shrink }
}

/** By the content alone: its forms share it. */
export function weakEtag(content: Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
}
