import sharp from "sharp"
import { takeTurns } from "#server/turns.ts"

// Pictures share the threads of password hashes and the memory of everything else.
sharp.concurrency(1)
sharp.cache(false)

/** A visitor who waits for a picture comes before one that is being taken in. */
export const URGENT = 1

/** One picture at a time; a variant that nobody waits for yet has a line of its own (see variants.ts). */
export const decodeInTurn = takeTurns({ atOnce: 1, waiting: 100 })

export const DECODE_SECONDS = 60
