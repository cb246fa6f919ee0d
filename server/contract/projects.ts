import * as z from "zod/mini"
import { CHANGES_MAX } from "./bulk.ts"
import { Id } from "./id.ts"
import { BatchId } from "./idempotency-key.ts"
import type { FoundCount } from "./paging.ts"
import { FocalPoint, ProjectFields } from "./project-drafts.ts"
import { PROJECT_STATES, type ProjectState } from "./project-states.ts"
import { messages } from "./response-messages.ts"
import { ListLimit, PageNumber, SearchText, Year } from "./search-fields.ts"
import { PROJECT_SORTS } from "./search-params.ts"
import { sectorField } from "./sector-spelling.ts"
import type { Sector } from "./sectors.ts"
import { STATUSES, type Status } from "./statuses.ts"
import { withoutNul } from "./storable-text.ts"

export const SectorField = sectorField(messages.unknownSector)

/** A picture of a project. */
export const ProjectImage = z.object({
  /** The name in `GET /uploads/{name}`. */
  name: z.string(),
  /** Alternative text: empty for a decorative picture, null if it was never written. */
  alt: z.nullable(z.string()),
  /** Pixels; 0 if unknown, as in imported rows. */
  width: z.number(),
  height: z.number(),
  /** The average colour, `#rrggbb`. */
  colour: z.nullable(z.string()),
  focus: z.nullable(FocalPoint),
})

export type ProjectImage = z.infer<typeof ProjectImage>

/** A project as everybody sees it. */
export const Project = z.extend(ProjectFields, {
  id: Id,
  /** The last part of its URL. */
  slug: z.string(),
  /** One of STATUSES when written here; any text in an imported row. */
  status: z.nullable(z.string()),
  images: z.array(ProjectImage),
  version: z.int("Version invalide"),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null for a draft. */
  publishedAt: z.nullable(z.string()),
})

export type Project = z.infer<typeof Project>

/** A project in the back office, in any state. */
export const ManagedProject = z.extend(Project, {
  state: z.enum(PROJECT_STATES),
  /** When it publishes by itself. */
  publishAt: z.nullable(z.string()),
  /** When it was moved to the trash. */
  deletedAt: z.nullable(z.string()),
  /** Its place at the top of its sector, from 1. */
  pin: z.nullable(z.int()),
})

export type ManagedProject = z.infer<typeof ManagedProject>

/** A version that is no longer the current one is a conflict. */
export const ProjectVersion = z.object({ id: Id, version: z.optional(Project.shape.version) })

export type ProjectVersion = z.infer<typeof ProjectVersion>

/** A field that is left out is not changed. */
export const ProjectChange = z.extend(z.partial(ProjectFields), {
  /** Unlike a creation, a change may set no status; an empty one is unknown rather than missing. */
  status: z.optional(z.nullable(z.enum(STATUSES, messages.unknownStatus))),
  ...ProjectVersion.shape,
  /** Whether the editor saves by itself; saves within minutes of each other are merged into one revision. */
  automatic: z._default(z.boolean(), false),
})

export type ProjectChange = z.infer<typeof ProjectChange>

/** `at` is a date and hour of Kinshasa; null ends a schedule. */
export const ProjectSchedule = z.extend(ProjectVersion, {
  at: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, messages.unknownMoment))),
})

export type ProjectSchedule = z.infer<typeof ProjectSchedule>

/** A part of the list, newest first: at most `limit` projects, older than the project `after`. */
export const ProjectFilter = z.object({
  sector: z.optional(SectorField),
  limit: ListLimit,
  after: z.optional(Id),
})

export type ProjectFilter = z.infer<typeof ProjectFilter>

export const SectorPageQuery = z.object({ sector: SectorField, page: PageNumber })

export interface ProjectPage {
  projects: Project[]
  page: number
  /** Whether older projects follow. */
  more: boolean
}

/** What visitors can filter all projects by. */
export const PortfolioQuery = z.object({
  sector: z.optional(SectorField),
  status: z.optional(z.enum(STATUSES, messages.unknownStatus)),
  year: z.optional(Year),
  page: PageNumber,
})

export type PortfolioQuery = z.infer<typeof PortfolioQuery>

export interface Portfolio {
  projects: Project[]
  page: number
  /** Of all pages. */
  found: number
  /** The number of projects of each choice, with the other filters as they are. */
  choices: {
    sectors: { sector: Sector; count: number }[]
    statuses: { status: Status; count: number }[]
    /** The newest first. */
    years: { year: number; count: number }[]
  }
}

export const Slug = z.string().check(z.maxLength(120, messages.projectNotFound), withoutNul)

/** What a project's URL leads to: the project, its newer URL, or nothing any more. */
export type ProjectAtSlug =
  | { kind: "found"; project: Project; related: Project[] }
  | { kind: "moved"; slug: string }
  /** The sector is unknown once the project has been erased. */
  | { kind: "gone"; sector: Sector | null }

/** What the back office finds projects by; without a state, all but those in the trash. */
export const ProjectCriteria = z.object({
  search: SearchText,
  sort: z.enum(PROJECT_SORTS, "Tri inconnu"),
  sector: z.optional(SectorField),
  status: z.optional(z.enum([...STATUSES, "none"], messages.unknownStatus)),
  state: z.optional(z.enum(PROJECT_STATES, "État inconnu")),
  year: z.optional(Year),
  pictures: z.optional(z.enum(["with", "without"], "Filtre inconnu")),
})

export type ProjectCriteria = z.infer<typeof ProjectCriteria>

export const ProjectSearch = z.extend(ProjectCriteria, { page: PageNumber })

export type ProjectSearch = z.infer<typeof ProjectSearch>

/** One page of what a search finds. */
export interface ProjectSearchResult extends FoundCount {
  projects: ManagedProject[]
  /** Over all projects but those in the trash, whatever is searched. */
  counts: { total: number; done: number; ongoing: number; waiting: number }
  /** Over all projects. */
  states: Record<ProjectState, number>
  /** Those that projects have, the newest first. */
  years: number[]
}

/** What can be done to many projects at once. */
export const BulkAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("publish") }),
  z.object({ kind: z.literal("withdraw") }),
  z.object({ kind: z.literal("trash") }),
  z.object({ kind: z.literal("restore") }),
  z.object({ kind: z.literal("status"), status: z.enum(STATUSES, messages.unknownStatus) }),
  z.object({ kind: z.literal("sector"), sector: SectorField }),
])

export type BulkAction = z.infer<typeof BulkAction>

export const BulkChange = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(CHANGES_MAX)),
  batch: BatchId,
  action: BulkAction,
})

export type BulkChange = z.infer<typeof BulkChange>

/** The most projects at the top of a sector. */
export const PINS_MAX = 3

export const SectorPins = z.object({
  sector: SectorField,
  ids: z.array(Id).check(z.maxLength(PINS_MAX, messages.tooManyPins)),
})

export type SectorPins = z.infer<typeof SectorPins>

export const REVISION_ACTIONS = [
  "create",
  "import",
  "update",
  "autosave",
  "publish",
  "withdraw",
  "schedule",
  "unschedule",
  "trash",
  "restore",
  "revert",
  "undo",
  "pin",
  "unpin",
  "replace picture",
  "drop lost image",
] as const

export type RevisionAction = (typeof REVISION_ACTIONS)[number]

type FieldValue = string | null | ProjectFields["images"]

export interface ProjectRevision {
  /** The project's version after the change. */
  version: number
  at: string
  /** The name of the account; null for the program itself. */
  by: string | null
  action: RevisionAction
  /** The fields that people write, with their values before and after. */
  changes: { field: keyof ProjectFields; before: FieldValue; after: FieldValue }[]
}

export const RevisionOfProject = z.extend(ProjectVersion, { revision: Project.shape.version })

export type RevisionOfProject = z.infer<typeof RevisionOfProject>

export const NewPreviewLink = z.object({
  id: Id,
  days: z.int("Durée inconnue").check(z.gte(1, "Durée inconnue"), z.lte(90, "90 jours au plus")),
})

export type NewPreviewLink = z.infer<typeof NewPreviewLink>

export const PreviewLinkId = z.object({ id: Id, link: z.string().check(z.maxLength(64), withoutNul) })

export type PreviewLinkId = z.infer<typeof PreviewLinkId>

export interface PreviewLink {
  link: string
  createdAt: string
  expiresAt: string
  by: string | null
}
