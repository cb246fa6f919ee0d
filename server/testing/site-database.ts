import { sql } from "kysely"
import { connectFile, connectUrl } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import type { Site } from "./start-site.ts"

/** Reads or writes rows beside the running server, as another process would. */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: Pick<Site, "dataDir"> & Partial<Site>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await using db = databaseUrl ? await connectUrl(databaseUrl) : await connectFile(`${dataDir}/site.db`)
  // The server writes at the same time, and nothing retries the writes of a test.
  if (!databaseUrl) await sql`pragma busy_timeout = 5000`.execute(db)
  return await work(db)
}
