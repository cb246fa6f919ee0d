import * as z from "zod/mini"
import type { Right } from "#server/contract/rights.ts"
import { ContentSlug } from "./pages.ts"

export const PageOfContent = z.object({ page: ContentSlug })

/** JSON as the editor holds it; the server compares it with the page's schema. */
const Content = z.unknown()

/** Names what was edited: a write to anything newer is a conflict. */
const EditedVersion = z.object({
  page: ContentSlug,
  /** The published revision; 0 for the content that the site started with. */
  revision: z.int().check(z.nonnegative()),
  /** The draft's; 0 where there was none. */
  version: z.int().check(z.nonnegative()),
})

export type EditedVersion = z.infer<typeof EditedVersion>

export const DraftSave = z.extend(EditedVersion, { content: Content })

export const Publication = EditedVersion

export const Schedule = z.extend(EditedVersion, {
  /** A date and hour of Kinshasa, `YYYY-MM-DDTHH:MM`; null takes the schedule back. */
  at: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Une date et une heure sont attendues"))),
})

/** `id` is that of the revision that becomes the draft. */
export const RevisionRestoration = z.extend(EditedVersion, { id: z.int().check(z.nonnegative()) })

export const RevisionId = z.object({ page: ContentSlug, id: z.int().check(z.nonnegative()) })

export type ContentState = "published" | "changed" | "scheduled"

/** The settings name who is told of requests. */
export function rightToEdit(page: ContentSlug): Right {
  return page === "parametres" ? "settings.write" : "content.write"
}

/** A line of the list of pages. */
export interface PageState {
  page: ContentSlug
  state: ContentState
  /** ISO 8601, UTC; null for the content that the site started with. */
  publishedAt: string | null
  publishedBy: string | null
  changedAt: string | null
  changedBy: string | null
  publishAt: string | null
}

/** What an editor opens: the draft, or where there is none what is published. */
export interface EditedPage extends PageState {
  content: object
  published: object
  /** The published revision. */
  revision: number
  /** The draft's version; 0 where there is no draft. */
  version: number
}

export interface RevisionEntry {
  /** 0 for the content that the site started with. */
  id: number
  publishedAt: string | null
  publishedBy: string | null
  /** Labels of the changed fields, from the page's outermost to the field's own. */
  changes: readonly string[]
}
