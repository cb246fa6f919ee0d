import * as z from "zod/mini"
import type { Project } from "./projects.ts"
import { SECTORS } from "./sectors.ts"
import { NO_STATUS, STATUSES } from "./statuses.ts"

/** The back office's figures. Both lists contain all SECTORS or STATUSES in their order, even with count 0. */
export const Stats = z.object({
  totalProjects: z.int(),
  totalUsers: z.int(),
  totalMessages: z.int(),
  sectors: z.array(z.object({ sector: z.enum(SECTORS), count: z.int() })),
  /** If projects have no known status, their count is the last one, so that all counts add up to the total. */
  statuses: z.array(z.object({ status: z.enum([...STATUSES, NO_STATUS]), count: z.int() })),
})

export type Stats = z.infer<typeof Stats>

/** A project as short lists of the newest ones show it. */
export type RecentProject = Pick<Project, "id" | "name" | "sector" | "status" | "createdAt"> & {
  /** The number of its pictures. */
  images: number
}

export const RECENT_PROJECTS = 5

/** Returns the share in whole percent, or 0 if the total is 0. */
export function percent(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
