import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * hono/compress would compress a cached page anew for each request. A request waits half a millisecond at these levels,
 * whose sizes are within a sixth of the best.
 */
const QUICK_LEVEL = { br: 4, gzip: 6 } as const
const BEST_LEVEL = { br: 11, gzip: 9 } as const

/** Compressing up to this size takes less time than handing the text to another thread. */
const SYNC_MAX_BYTES = 128 * 1024

export async function compressQuickly(text: Uint8Array, encoding: "br" | "gzip") {
  const level = QUICK_LEVEL[encoding]
  if (text.byteLength > SYNC_MAX_BYTES) return compress(text, encoding, level)
  return encoding === "gzip" ? gzipSync(text, { level }) : brotliCompressSync(text, brotliOptions(text, level))
}

/** Takes some hundred milliseconds, so it runs on another thread. */
export function compressBest(text: Uint8Array, encoding: "br" | "gzip") {
  return compress(text, encoding, BEST_LEVEL[encoding])
}

function compress(text: Uint8Array, encoding: "br" | "gzip", level: number) {
  if (encoding === "gzip") return zip(text, { level })
  return brotli(text, brotliOptions(text, level))
}

function brotliOptions({ byteLength }: Uint8Array, level: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return { params: { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: byteLength } }
}
