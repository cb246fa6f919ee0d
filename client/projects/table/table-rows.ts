import type { ProjectTable } from "#server/contract/project-search.ts"
import type { Project } from "#server/contract/projects.ts"

type Counts = ProjectTable["counts"]

/** Stand beside the banner of a table that could not be read. */
export const noCounts: Counts = { total: 0, done: 0, ongoing: 0, waiting: 0 }

const countOf: Record<string, Exclude<keyof Counts, "total"> | undefined> = {
  Terminé: "done",
  "En cours": "ongoing",
  "En attente": "waiting",
}

/** A table in which one project has changed, its counters with it. */
export function withProject({ projects, counts, ...count }: ProjectTable, changed: Project): ProjectTable {
  const before = projects.find(({ id }) => id === changed.id)
  return {
    projects: projects.map((project) => (project.id === changed.id ? changed : project)),
    ...count,
    counts: before ? moved(moved(counts, before.status, -1), changed.status, 1) : counts,
  }
}

/** A table in which a project has gone. */
export function withoutProject({ projects, found, counts, ...count }: ProjectTable, gone: Project): ProjectTable {
  return {
    projects: projects.filter(({ id }) => id !== gone.id),
    ...count,
    found: found - 1,
    counts: moved({ ...counts, total: counts.total - 1 }, gone.status, -1),
  }
}

function moved(counts: Counts, status: string | null, by: 1 | -1): Counts {
  const counter = countOf[status ?? ""]
  return counter ? { ...counts, [counter]: counts[counter] + by } : counts
}
