import * as z from "zod/mini"
import { findSector, type Sector } from "./sectors.ts"
import { STATUSES } from "./statuses.ts"
import { words } from "./words.ts"

export const PROJECTS_PER_PAGE = 24

type Refusal = string | ((issue: { input?: unknown }) => string)

function sectorOr(error: Refusal) {
  return z.pipe(
    z.string({ error }).check(z.refine((spelling) => findSector(spelling) !== undefined, { error })),
    z.transform((spelling): Sector => findSector(spelling) ?? "Construction"),
  )
}

/** Any spelling of a sector, read as the sector. */
export const AnySector = sectorOr(words.sectorUnknown)

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

/** The page of a public list, counted from 1. */
export const PageNumber = z.int("Page inconnue").check(z.gte(1, "Page inconnue"), z.lte(100_000, "Page inconnue"))

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

export const NAME_MAX = 200
export const ADDRESS_MAX = 300
export const DESCRIPTION_MAX = 10_000
export const IMAGES_MAX = 12
export const ALT_MAX = 300

export const ROWS_PER_PAGE = 50

/** What a field that must be filled is told when it is not. */
const filled = z.minLength(1, words.fieldsMissing)

/** Left out or blank is one thing, a value that does not exist another. */
function missingOr(unknown: string): Refusal {
  return ({ input = "" }) =>
    input === null || (typeof input === "string" && input.trim() === "") ? words.fieldsMissing : unknown
}

const Name = z
  .string(words.fieldsMissing)
  .check(z.trim(), filled, z.maxLength(NAME_MAX, `Le nom ne peut dépasser ${NAME_MAX} caractères`))
const Description = z
  .string(words.fieldsMissing)
  .check(z.trim(), z.maxLength(DESCRIPTION_MAX, "La description ne peut dépasser 10 000 caractères"))
const StatusValue = z.enum(STATUSES, { error: missingOr(words.statusUnknown) })
const SectorValue = sectorOr(missingOr(words.sectorUnknown))

/** The empty text is no address. */
const Address = z.pipe(
  z.nullable(
    z
      .string("L’adresse doit être un texte")
      .check(z.trim(), z.maxLength(ADDRESS_MAX, `L’adresse ne peut dépasser ${ADDRESS_MAX} caractères`)),
  ),
  z.transform((address) => address || null),
)

export const ImageName = z
  .string("Nom d’image invalide")
  .check(z.minLength(1, "Nom d’image invalide"), z.maxLength(200, "Nom d’image invalide"))

export const AltText = z
  .string(words.altsNoList)
  .check(z.trim(), z.maxLength(ALT_MAX, `Le texte alternatif ne peut dépasser ${ALT_MAX} caractères`))

const Images = z
  .array(z.object({ name: ImageName, alt: AltText }), words.imagesNoList)
  .check(z.maxLength(IMAGES_MAX, words.imagesTooMany))

/** A new project. */
export const ProjectDraft = z.object({
  name: Name,
  description: Description.check(filled),
  address: z._default(Address, null),
  status: StatusValue,
  sector: SectorValue,
  images: z._default(Images, []),
})

export type ProjectDraft = z.infer<typeof ProjectDraft>

/** A field left out keeps its value; with a version, the change is refused when the project has another one by now. */
export const ProjectChange = z.object({
  id: ProjectId,
  version: z.optional(z.int("Version invalide")),
  name: z.optional(Name),
  description: z.optional(Description),
  address: z.optional(Address),
  status: z.optional(z.nullable(StatusValue)),
  sector: z.optional(SectorValue),
  images: z.optional(Images),
})

export type ProjectChange = z.infer<typeof ProjectChange>

export const PROJECT_SORTS = ["newest", "oldest", "name", "sector", "status"] as const

export type ProjectSort = (typeof PROJECT_SORTS)[number]

/** The administrator's table: a page of what a search finds. */
export const ProjectSearch = z.object({
  search: z.string("Recherche invalide").check(z.trim(), z.maxLength(200, "Recherche trop longue")),
  sort: z.enum(PROJECT_SORTS, "Tri inconnu"),
  page: PageNumber,
})

export type ProjectSearch = z.infer<typeof ProjectSearch>

export interface ProjectTable {
  projects: Project[]
  /** How many the search finds in all. */
  found: number
  /** Over all projects, whatever is searched. */
  counts: { total: number; done: number; ongoing: number; waiting: number }
}
