import type { Api } from "#client/app/api.ts"

/** Fetches the projects and their figures again, wherever they are shown. */
export function refreshProjects({ projects, stats }: Api["queries"]) {
  return Promise.all([projects.invalidate(), stats.invalidate()])
}
