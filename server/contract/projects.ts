import * as z from "zod/mini"
import { CHANGES_MAX } from "./bulk.ts"
import { Id } from "./id.ts"
import { BatchId } from "./idempotency-key.ts"
import { kinshasaMoment } from "./kinshasa-moment.ts"
import type { FoundCount } from "./paging.ts"
import { FocalPoint, ProjectFields } from "./project-drafts.ts"
import { PROJECT_SORTS } from "./project-sorts.ts"
import { PROJECT_STATES, type ProjectState } from "./project-states.ts"
import { responseTexts } from "./response-texts.ts"
import { ListLimit, ListPosition, PageNumber, SearchText, Year } from "./search-fields.ts"
import { sectorField } from "./sector-spelling.ts"
import type { Sector } from "./sectors.ts"
import { STATUSES, type Status } from "./statuses.ts"
import { storable } from "./storable-text.ts"

export const SectorField = sectorField(responseTexts.unknownSector)

export const ProjectImage = z.object({
  /** The name in `GET /uploads/{name}`. */
  name: z.string(),
  /** The alternative text; empty for a decorative picture, null if it was never written. */
  alt: z.nullable(z.string()),
  /** The size in pixels; 0 if it is unknown, as in imported rows. */
  width: z.number(),
  height: z.number(),
  /** The average colour as `#rrggbb`. */
  colour: z.nullable(z.string()),
  focus: z.nullable(FocalPoint),
})

export type ProjectImage = z.infer<typeof ProjectImage>

/** A project as visitors see it. */
export const Project = z.extend(ProjectFields, {
  id: Id,
  /** The last segment of its URL. */
  slug: z.string(),
  /** It is one of STATUSES if it was written here, and any text in an imported row. */
  status: z.nullable(z.string()),
  images: z.array(ProjectImage),
  version: z.int("Version invalide"),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** It is null for a draft. */
  publishedAt: z.nullable(z.string()),
})

export type Project = z.infer<typeof Project>

/** A project in any state, as the back office shows it. */
export const ManagedProject = z.extend(Project, {
  state: z.enum(PROJECT_STATES),
  /** When it will be published by itself. */
  publishAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
  /** Its place at the top of its sector, counted from 1. */
  pin: z.nullable(z.int()),
})

export type ManagedProject = z.infer<typeof ManagedProject>

/** A call with a version that is no longer the current one fails with a conflict. */
export const ProjectVersion = z.object({ id: Id, version: z.optional(Project.shape.version) })

export type ProjectVersion = z.infer<typeof ProjectVersion>

/** A field that is missing is not changed. */
export const ProjectChange = z.extend(z.partial(ProjectFields), {
  /** Unlike a new project, a change may set no status; an empty text is an unknown status rather than a missing one. */
  status: z.optional(z.nullable(z.enum(STATUSES, responseTexts.unknownStatus))),
  ...ProjectVersion.shape,
  /** Whether the editor saves by itself; such saves within minutes of each other are merged into one revision. */
  automatic: z._default(z.boolean(), false),
})

export type ProjectChange = z.infer<typeof ProjectChange>

/** With null for `at` the schedule is cancelled. */
export const ProjectSchedule = z.extend(ProjectVersion, {
  at: z.nullable(kinshasaMoment()),
})

export type ProjectSchedule = z.infer<typeof ProjectSchedule>

/** Selects at most `limit` projects that are older than the project `after`, sorted from the newest. */
export const ProjectFilter = z.object({
  sector: z.optional(SectorField),
  limit: ListLimit,
  ...ListPosition.shape,
})

export type ProjectFilter = z.infer<typeof ProjectFilter>

export const SectorPageQuery = z.object({ sector: SectorField, page: PageNumber })

export interface ProjectPage {
  projects: Project[]
  page: number
  /** Whether older projects follow. */
  more: boolean
}

/** The filters that visitors can apply to all projects. */
export const PortfolioQuery = z.object({
  sector: z.optional(SectorField),
  status: z.optional(z.enum(STATUSES, responseTexts.unknownStatus)),
  year: z.optional(Year),
  search: z.optional(SearchText),
  page: PageNumber,
})

export type PortfolioQuery = z.infer<typeof PortfolioQuery>

export interface Portfolio {
  projects: Project[]
  page: number
  /** The number of projects on all pages. */
  found: number
  /** The number of projects of each choice if the other filters stay as they are. */
  choices: {
    sectors: { sector: Sector; count: number }[]
    statuses: { status: Status; count: number }[]
    /** They are sorted from the newest. */
    years: { year: number; count: number }[]
  }
}

export const Slug = z.string().check(z.maxLength(120, responseTexts.projectNotFound), storable)

/** The project that has the URL of another one's name; its fields are null if it was erased. */
export interface SlugHolder {
  id: number | null
  name: string | null
  state: ProjectState | null
}

/** The filters of the back office; without a state, all projects but those in the trash are found. */
export const ProjectCriteria = z.object({
  search: SearchText,
  sort: z.enum(PROJECT_SORTS, "Tri inconnu"),
  sector: z.optional(SectorField),
  status: z.optional(z.enum([...STATUSES, "none"], responseTexts.unknownStatus)),
  state: z.optional(z.enum(PROJECT_STATES, "État inconnu")),
  year: z.optional(Year),
  pictures: z.optional(z.enum(["with", "without"], "Filtre inconnu")),
  /** The day in Kinshasa for which the publication is scheduled. */
  scheduledOn: z.optional(z.iso.date("Date invalide")),
})

export type ProjectCriteria = z.infer<typeof ProjectCriteria>

export const ProjectSearch = z.extend(ProjectCriteria, { page: PageNumber })

export type ProjectSearch = z.infer<typeof ProjectSearch>

export interface ProjectSearchResult extends FoundCount {
  projects: ManagedProject[]
  /** Counts of all projects but those in the trash, whatever the search is. */
  counts: { total: number; done: number; ongoing: number; waiting: number }
  states: Record<ProjectState, number>
  /** The years that projects have, sorted from the newest. */
  years: number[]
}

export const BulkAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("publish") }),
  z.object({ kind: z.literal("withdraw") }),
  z.object({ kind: z.literal("trash") }),
  z.object({ kind: z.literal("restore") }),
  z.object({ kind: z.literal("status"), status: z.enum(STATUSES, responseTexts.unknownStatus) }),
  z.object({ kind: z.literal("sector"), sector: SectorField }),
])

export type BulkAction = z.infer<typeof BulkAction>

export const BulkChange = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(CHANGES_MAX)),
  batchId: BatchId,
  action: BulkAction,
})

export type BulkChange = z.infer<typeof BulkChange>

/** The most projects that can be pinned at the top of a sector. */
export const PINS_MAX = 3

export const SectorPins = z.object({
  sector: SectorField,
  ids: z.array(Id).check(z.maxLength(PINS_MAX, responseTexts.tooManyPins)),
})

export type SectorPins = z.infer<typeof SectorPins>

const REVISION_ACTIONS = [
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
  "erase person",
] as const

export type RevisionAction = (typeof REVISION_ACTIONS)[number]

type FieldValue = ProjectFields[keyof ProjectFields]

export interface ProjectRevision {
  /** The version of the project after the change. */
  version: number
  at: string
  /** The name of the account; null if no account made the change. */
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

export const PreviewLinkId = z.object({ id: Id, link: z.string().check(z.maxLength(64), storable) })

export type PreviewLinkId = z.infer<typeof PreviewLinkId>

export interface PreviewLink {
  link: string
  createdAt: string
  expiresAt: string
  by: string | null
}
