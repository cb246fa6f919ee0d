import type { Sector } from "./sectors.ts"
import type { Status } from "./statuses.ts"

/** The administrator's figures. Both lists hold every value, zeros included, in the order of SECTORS and STATUSES. */
export interface Stats {
  totalProjects: number
  totalUsers: number
  totalMessages: number
  sectors: { sector: Sector; count: number }[]
  statuses: { status: Status; count: number }[]
  /** Projects whose status is none of STATUSES, or missing. */
  undefinedStatus: number
}

/** A project as a short list of the newest shows it. */
export interface RecentProject {
  id: number
  name: string
  sector: Sector
  status: string | null
  images: number
  /** ISO 8601, UTC. */
  createdAt: string
}

export const RECENT_PROJECTS = 5

/** A share in whole percent; of nothing, 0. */
export function percent(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
