import { createRequire } from "node:module"
import type Sharp from "sharp"
import { limitConcurrency } from "#server/concurrency-limit.ts"

const require = createRequire(import.meta.url)

let loaded: typeof Sharp | undefined

/**
 * Loads sharp when it is first needed, since it takes a sixth of an idle site's memory. It uses `require`, as `import`
 * never retries a module that once failed to load for lack of memory or file descriptors.
 */
export function loadSharp(): typeof Sharp {
  loaded ??= openSharp()
  return loaded
}

function openSharp(): typeof Sharp {
  const sharp: typeof Sharp = require("sharp")
  // Decoding shares its threads with password hashing, and its memory with everything else.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** A variant that a visitor waits for has this priority; uploads have 0. */
export const URGENT = 1

/** Uploads and requested variants are decoded one at a time. The background queue of variants has its own limit. */
export const limitDecoding = limitConcurrency({ concurrency: 1, queueSize: 100 })

export const DECODE_SECONDS = 60
