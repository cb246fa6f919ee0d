import * as z from "zod/mini"
import { PROJECT_SORTS } from "./project-sorts.ts"
import { PageNumber, type Project } from "./projects.ts"

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
