import * as z from "zod/mini"
import { isPageNumber } from "./paging.ts"
import { ProjectFields } from "./project-drafts.ts"
import { messages } from "./response-messages.ts"
import { sectorOr } from "./sector-spelling.ts"

const AnySector = sectorOr(messages.unknownSector)

export const ProjectId = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))

/** A picture of a project. */
export const ProjectImage = z.object({
  /** As `GET /uploads/{name}` takes it. */
  name: z.string(),
  /** Alternative text: empty for a decorative picture, null where nobody wrote one. */
  alt: z.nullable(z.string()),
  /** Pixels; 0 where they are not known (a row imported from elsewhere). */
  width: z.number(),
  height: z.number(),
  /** Dominant colour, `#rrggbb`. */
  colour: z.nullable(z.string()),
})

export type ProjectImage = z.infer<typeof ProjectImage>

/** A project as every call answers it. */
export const Project = z.extend(ProjectFields, {
  id: ProjectId,
  /** One of STATUSES when written here; any text in an imported row. */
  status: z.nullable(z.string()),
  images: z.array(ProjectImage),
  version: z.int("Version invalide"),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
})

export type Project = z.infer<typeof Project>

/** A field left out keeps its value; a version that is no longer the current one is a conflict. */
export const ProjectChange = z.extend(z.partial(ProjectFields), {
  id: ProjectId,
  version: z.optional(Project.shape.version),
})

export type ProjectChange = z.infer<typeof ProjectChange>

/** A part of the list, newest first: at most `limit` projects, older than the project `after`. */
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

export interface ProjectPage {
  projects: Project[]
  page: number
  /** Whether older projects follow. */
  more: boolean
}
