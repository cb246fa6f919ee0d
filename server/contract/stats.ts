import * as z from "zod/mini"
import type { Project } from "./projects.ts"
import { SECTORS } from "./sectors.ts"
import { NO_STATUS, STATUSES } from "./statuses.ts"

/** The administrator's figures. Both lists hold every value, zeros included, in the order of SECTORS and STATUSES. */
export const Stats = z.object({
  totalProjects: z.int(),
  totalUsers: z.int(),
  totalMessages: z.int(),
  sectors: z.array(z.object({ sector: z.enum(SECTORS), count: z.int() })),
  /** Ends with the projects without a known status where there are any, so that the counts add up to the total. */
  statuses: z.array(z.object({ status: z.enum([...STATUSES, NO_STATUS]), count: z.int() })),
})

export type Stats = z.infer<typeof Stats>

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
