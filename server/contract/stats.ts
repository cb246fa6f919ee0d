import type { Project } from "./projects.ts"
import type { Sector } from "./sectors.ts"
import type { NO_STATUS, Status } from "./statuses.ts"

/** The administrator's figures. Both lists hold every value, zeros included, in the order of SECTORS and STATUSES. */
export interface Stats {
  totalProjects: number
  totalUsers: number
  totalMessages: number
  sectors: { sector: Sector; count: number }[]
  /** Ends with the projects without a known status where there are any, so that the counts add up to the total. */
  statuses: { status: Status | typeof NO_STATUS; count: number }[]
}

/** A project as a short list of the newest shows it. */
export type RecentProject = Pick<Project, "id" | "name" | "sector" | "status" | "createdAt"> & {
  /** The number of its pictures. */
  images: number
}

export const RECENT_PROJECTS = 5

/** A share in whole percent; 0 of nothing. */
export function percent(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
