import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Whoever waits for it is to wait a millisecond; within a sixth of the best ratio. */
const QUICK = { br: 5, gzip: 6 } as const
const BEST = { br: 11, gzip: 9 } as const

export function compressQuickly(text: Uint8Array, encoding: "br" | "gzip") {
  return compress(text, encoding, QUICK[encoding])
}

/** Some hundred milliseconds, on a thread of its own. */
export function compressBest(text: Uint8Array, encoding: "br" | "gzip") {
  return compress(text, encoding, BEST[encoding])
}

function compress(text: Uint8Array, encoding: "br" | "gzip", level: number) {
  if (encoding === "gzip") return zip(text, { level })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(text, { params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: text.byteLength } })
}
