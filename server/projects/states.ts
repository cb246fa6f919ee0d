import { sql } from "kysely"
import type { ProjectState } from "#server/contract/project-states.ts"

/** A literal: SQLite uses a partial index only where it can read the value of its condition. */
export const published = sql.lit<ProjectState>("published")
