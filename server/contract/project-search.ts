import * as z from "zod/mini"
import type { FoundCount } from "./paging.ts"
import { PROJECT_SORTS } from "./project-sorts.ts"
import { PageNumber, type Project } from "./projects.ts"

export const ProjectSearch = z.object({
  search: z.string("Recherche invalide").check(z.trim(), z.maxLength(200, "Recherche trop longue")),
  sort: z.enum(PROJECT_SORTS, "Tri inconnu"),
  page: PageNumber,
})

export type ProjectSearch = z.infer<typeof ProjectSearch>

/** A page of what a search finds. */
export interface ProjectTable extends FoundCount {
  projects: Project[]
  /** Over all projects, whatever is searched. */
  counts: { total: number; done: number; ongoing: number; waiting: number }
}
