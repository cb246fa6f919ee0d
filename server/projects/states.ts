import { sql } from "kysely"
import type { ProjectState } from "#server/contract/project-states.ts"

/** This is an SQL literal, since SQLite uses a partial index only if it can read the value of its condition. */
export const published = sql.lit<ProjectState>("published")
