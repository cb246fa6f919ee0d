import * as z from "zod/mini"
import { isPageNumber } from "./paging.ts"
import { messages } from "./response-messages.ts"
import { sectorOr } from "./sector-spelling.ts"
import type { Sector } from "./sectors.ts"

export const AnySector = sectorOr(messages.unknownSector)

export const ProjectId = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))

/** A part of the list, newest first: after the project of that id, at most so many. */
export const ProjectFilter = z.object({
  sector: z.optional(AnySector),
  limit: z.optional(
    z
      .int("limit doit être un entier")
      .check(z.gte(1, "limit doit être positif"), z.lte(1000, "limit ne peut dépasser 1000")),
  ),
  after: z.optional(ProjectId),
})

export type ProjectFilter = z.infer<typeof ProjectFilter>

export const PageNumber = z.int("Page inconnue").check(z.refine(isPageNumber, "Page inconnue"))

export const SectorPage = z.object({ sector: AnySector, page: PageNumber })

export interface ProjectImage {
  /** As `GET /uploads/{name}` takes it. */
  name: string
  /** Alternative text; the empty one marks a decorative picture. */
  alt: string
  /** Pixels; 0 where they are not known (a row imported from elsewhere). */
  width: number
  height: number
  /** Dominant colour, `#rrggbb`. */
  colour: string | null
}

export interface Project {
  id: number
  name: string
  description: string
  address: string | null
  /** One of STATUSES when written here; any text in an imported row. */
  status: string | null
  sector: Sector
  images: ProjectImage[]
  version: number
  /** ISO 8601, UTC. */
  createdAt: string
  updatedAt: string
}

export interface ProjectPage {
  projects: Project[]
  page: number
  /** Whether older projects follow. */
  more: boolean
}
