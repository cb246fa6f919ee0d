import * as z from "zod/mini"
import { findSector, SECTORS } from "./sectors.ts"

type ErrorMessage = string | ((issue: { input?: unknown }) => string)

/** Returns a schema that accepts each spelling that `find` recognizes, and parses it to the sector's value. */
export function parsedSpelling<Value extends string>(
  find: (spelling: string) => Value | undefined,
  error: ErrorMessage,
) {
  return z.pipe(
    z.string({ error }).check(z.refine((spelling) => find(spelling) !== undefined, { error })),
    z.transform((spelling) => find(spelling) as Value),
  )
}

export function sectorField(error: ErrorMessage) {
  return z.pipe(parsedSpelling(findSector, error), z.enum(SECTORS))
}
