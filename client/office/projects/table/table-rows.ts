import type { ManagedProject, ProjectSearchResult } from "#server/contract/projects.ts"

type Counts = ProjectSearchResult["counts"]

export const noCounts: Counts = { total: 0, done: 0, ongoing: 0, waiting: 0 }

const counters: Record<string, Exclude<keyof Counts, "total"> | undefined> = {
  Terminé: "done",
  "En cours": "ongoing",
  "En attente": "waiting",
}

/** Replaces a project and updates the counters. */
export function withProject(
  { projects, counts, ...result }: ProjectSearchResult,
  changed: ManagedProject,
): ProjectSearchResult {
  const before = projects.find(({ id }) => id === changed.id)
  return {
    projects: projects.map((project) => (project.id === changed.id ? changed : project)),
    ...result,
    counts: before ? changeCount(changeCount(counts, before.status, -1), changed.status, 1) : counts,
  }
}

/** Moves a project to the trash and updates the counters. */
export function withoutProject(
  { projects, found, counts, states, ...result }: ProjectSearchResult,
  removed: ManagedProject,
): ProjectSearchResult {
  return {
    projects: projects.filter(({ id }) => id !== removed.id),
    ...result,
    found: found - 1,
    counts: changeCount({ ...counts, total: counts.total - 1 }, removed.status, -1),
    states: { ...states, [removed.state]: states[removed.state] - 1, trashed: states.trashed + 1 },
  }
}

function changeCount(counts: Counts, status: string | null, by: 1 | -1): Counts {
  const counter = counters[status ?? ""]
  return counter ? { ...counts, [counter]: counts[counter] + by } : counts
}
