import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Whoever waits for it is to wait half a millisecond; within a sixth of the best ratio. */
const QUICK = { br: 4, gzip: 6 } as const
const BEST = { br: 11, gzip: 9 } as const

/** Half a millisecond's work is done sooner than another thread has taken it over. */
const AT_ONCE_UP_TO_BYTES = 128 * 1024

export async function compressQuickly(text: Uint8Array, encoding: "br" | "gzip") {
  const level = QUICK[encoding]
  if (text.byteLength > AT_ONCE_UP_TO_BYTES) return compress(text, encoding, level)
  return encoding === "gzip" ? gzipSync(text, { level }) : brotliCompressSync(text, brotliOptions(text, level))
}

/** Some hundred milliseconds, on a thread of its own. */
export function compressBest(text: Uint8Array, encoding: "br" | "gzip") {
  return compress(text, encoding, BEST[encoding])
}

function compress(text: Uint8Array, encoding: "br" | "gzip", level: number) {
  if (encoding === "gzip") return zip(text, { level })
  return brotli(text, brotliOptions(text, level))
}

function brotliOptions({ byteLength }: Uint8Array, level: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return { params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: byteLength } }
}
