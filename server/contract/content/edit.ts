import * as z from "zod/mini"
import type { Right } from "#server/contract/domains/domains.ts"
import { kinshasaMoment } from "#server/contract/kinshasa-moment.ts"
import { ContentSlug, PAGE_SLUGS } from "./pages.ts"

export const PageOfContent = z.object({ page: ContentSlug })

export const PublicPageInput = z.object({ slug: z.enum(PAGE_SLUGS, "Page inconnue") })

/** JSON as the editor holds it, which the server validates by the page's schema. */
const Content = z.unknown()

/** The version that was edited; a write to anything newer is a conflict. */
const EditedVersion = z.object({
  page: ContentSlug,
  /** The published revision; 0 for the initial content of the site. */
  revision: z.int().check(z.nonnegative()),
  /** The version of the draft; 0 if there was none. */
  version: z.int().check(z.nonnegative()),
})

export type EditedVersion = z.infer<typeof EditedVersion>

export const DraftSave = z.extend(EditedVersion, { content: Content })

export const Discard = EditedVersion

/** What is typed may come with it, and is then stored only if it can be published. */
export const Publication = z.extend(EditedVersion, { content: z.optional(Content) })

export type Publication = z.infer<typeof Publication>

export const Schedule = z.extend(EditedVersion, {
  /** Null cancels the schedule. */
  at: z.nullable(kinshasaMoment()),
})

/** The id is that of the revision which becomes the draft. */
export const ContentReversion = z.extend(EditedVersion, { id: z.int().check(z.nonnegative()) })

export const RevisionId = z.object({ page: ContentSlug, id: z.int().check(z.nonnegative()) })

export type ContentState = "published" | "changed" | "scheduled"

/** Whether it is the site's settings, which no visitor reads and which apply as soon as they are saved. */
export function isSettings(page: ContentSlug): boolean {
  return page === "parametres"
}

/** Returns the right to edit a page; the settings need another one, since they name the recipients of requests. */
export function rightToEdit(page: ContentSlug): Right {
  return isSettings(page) ? "settings.write" : "content.write"
}

export function rightToRead(page: ContentSlug): Right {
  return isSettings(page) ? rightToEdit(page) : "content.read"
}

export interface PageState {
  page: ContentSlug
  state: ContentState
  /** ISO 8601, UTC; null for the initial content of the site. */
  publishedAt: string | null
  publishedBy: string | null
  changedAt: string | null
  changedBy: string | null
  publishAt: string | null
}

/** What an editor opens: the draft, or the published content if there is no draft. */
export interface EditedPage extends PageState {
  content: object
  published: object
  /** The texts with figures that the page has started with, which may not be true of the company. */
  claims: readonly string[]
  /** The id of the published revision. */
  revision: number
  /** The draft's version; 0 if there is no draft. */
  version: number
}

export interface RevisionEntry {
  /** It is 0 for the initial content of the site. */
  id: number
  publishedAt: string | null
  publishedBy: string | null
  /** The labels of each changed field, from the page's section down to the field, joined to one text. */
  changes: readonly string[]
}
