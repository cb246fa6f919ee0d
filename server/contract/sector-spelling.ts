import * as z from "zod/mini"
import { findSector } from "./sectors.ts"

export type ErrorMessage = string | ((issue: { input?: unknown }) => string)

/** Any spelling of a sector, parsed to the value that `find` knows it by. */
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
  return parsedSpelling(findSector, error)
}
