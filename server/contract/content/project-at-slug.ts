import type { Project } from "#server/contract/projects.ts"
import type { Sector } from "#server/contract/sectors.ts"
import type { Status } from "#server/contract/statuses.ts"
import type { ContentPicture } from "./public.ts"

/** The project at a URL, its newer URL, or the fact that it is gone. */
export type ProjectAtSlug =
  | { kind: "found"; project: Project; related: Project[] }
  /** The project is one of a sector's content. */
  | { kind: "fixed"; project: FixedProjectPage; related: Project[] }
  | { kind: "moved"; slug: string }
  /** The sector is null once the project has been erased. */
  | { kind: "gone"; sector: Sector | null }

/** A project that a sector's content describes, on its own page. */
export interface FixedProjectPage {
  name: string
  slug: string
  address: string
  year: string
  status: Status
  sector: Sector
  description: string
  photos: readonly ContentPicture[]
}
