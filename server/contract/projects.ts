import * as z from "zod/mini"
import type { FoundCount } from "./paging.ts"
import { ProjectFields } from "./project-drafts.ts"
import { messages } from "./response-messages.ts"
import { PageNumber, PartLimit, SearchText } from "./search-fields.ts"
import { PROJECT_SORTS } from "./search-params.ts"
import { sectorField } from "./sector-spelling.ts"

const SectorField = sectorField(messages.unknownSector)

export const ProjectId = z.int("Identifiant invalide").check(z.positive("Identifiant invalide"))

/** A picture of a project. */
export const ProjectImage = z.object({
  /** The name in `GET /uploads/{name}`. */
  name: z.string(),
  /** Alternative text: empty for a decorative picture, null if it was never written. */
  alt: z.nullable(z.string()),
  /** Pixels; 0 if unknown, as in imported rows. */
  width: z.number(),
  height: z.number(),
  /** Dominant colour, `#rrggbb`. */
  colour: z.nullable(z.string()),
})

export type ProjectImage = z.infer<typeof ProjectImage>

/** A project as every call returns it. */
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

/** A field that is left out is not changed; a version that is no longer the current one is a conflict. */
export const ProjectChange = z.extend(z.partial(ProjectFields), {
  id: ProjectId,
  version: z.optional(Project.shape.version),
})

export type ProjectChange = z.infer<typeof ProjectChange>

/** A part of the list, newest first: at most `limit` projects, older than the project `after`. */
export const ProjectFilter = z.object({
  sector: z.optional(SectorField),
  limit: PartLimit,
  after: z.optional(ProjectId),
})

export type ProjectFilter = z.infer<typeof ProjectFilter>

export const SectorPageQuery = z.object({ sector: SectorField, page: PageNumber })

export interface ProjectPage {
  projects: Project[]
  page: number
  /** Whether older projects follow. */
  more: boolean
}

export const ProjectSearch = z.object({
  search: SearchText,
  sort: z.enum(PROJECT_SORTS, "Tri inconnu"),
  page: PageNumber,
})

export type ProjectSearch = z.infer<typeof ProjectSearch>

/** One page of what a search finds. */
export interface ProjectSearchResult extends FoundCount {
  projects: Project[]
  /** Over all projects, whatever is searched. */
  counts: { total: number; done: number; ongoing: number; waiting: number }
}
