import { createRequire } from "node:module"
import type Sharp from "sharp"
import { limitConcurrency } from "#server/concurrency-limit.ts"

const require = createRequire(import.meta.url)

let loaded: typeof Sharp | undefined

/**
 * When the first picture comes: a sixth of the memory of a site at rest would be the decoder's. What `import` once failed
 * to load, for want of memory or of files to open, it never tries again.
 */
export function loadSharp(): typeof Sharp {
  loaded ??= openSharp()
  return loaded
}

function openSharp(): typeof Sharp {
  const sharp: typeof Sharp = require("sharp")
  // Pictures share the threads of password hashes and the memory of everything else.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** A visitor who waits for a picture comes before one that is being taken in. */
export const URGENT = 1

/** One picture at a time; a variant that nobody waits for yet has a line of its own (see variants.ts). */
export const decodeInTurn = limitConcurrency({ atOnce: 1, waiting: 100 })

export const DECODE_SECONDS = 60
