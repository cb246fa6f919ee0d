import { sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"

export async function readTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  if (!rows[0]) throw new Error("PostgreSQL tells no time")
  return rows[0].time
}
