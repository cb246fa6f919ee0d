import * as z from "zod/mini"
import { findSector, type Sector } from "./sectors.ts"

export type Refusal = string | ((issue: { input?: unknown }) => string)

/** Any spelling of a sector, read as the sector. */
export function sectorOr(error: Refusal) {
  return z.pipe(
    z.string({ error }).check(z.refine((spelling) => findSector(spelling) !== undefined, { error })),
    z.transform((spelling): Sector => findSector(spelling) ?? "Construction"),
  )
}
