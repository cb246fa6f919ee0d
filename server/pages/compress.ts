import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Context } from "hono"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Fast enough to do for each answer, and within a tenth of the best ratio. */
const BROTLI_LEVEL = 5

/** A text in the smallest form that the client reads. */
export async function compressed(
  c: Context,
  text: string,
  init: { status: number; headers: Headers },
): Promise<Response> {
  const accepted = c.req.header("Accept-Encoding") ?? ""
  const { headers, status } = init
  headers.append("Vary", "Accept-Encoding")
  if (/\bbr\b/.test(accepted)) {
    headers.set("Content-Encoding", "br")
    return new Response(await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }), {
      status,
      headers,
    })
  }
  if (/\bgzip\b/.test(accepted)) {
    headers.set("Content-Encoding", "gzip")
    return new Response(await zip(text), { status, headers })
  }
  return new Response(text, { status, headers })
}
