import { takeTurns } from "#server/turns.ts"

let loaded: ReturnType<typeof openSharp> | undefined

/** When the first picture comes: a sixth of the memory of a site at rest would be the decoder's. */
export function loadSharp() {
  loaded ??= openSharp()
  return loaded
}

async function openSharp() {
  const { default: sharp } = await import("sharp")
  // Pictures share the threads of password hashes and the memory of everything else.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** A visitor who waits for a picture comes before one that is being taken in. */
export const URGENT = 1

/** One picture at a time; a variant that nobody waits for yet has a line of its own (see variants.ts). */
export const decodeInTurn = takeTurns({ atOnce: 1, waiting: 100 })

export const DECODE_SECONDS = 60
