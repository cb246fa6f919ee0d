import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/transaction.ts"
import type { Site } from "./start-site.ts"

/** Reads or writes rows beside the running server, as another process would. */
export async function withDatabase<Result>(
  { dataDir }: Pick<Site, "dataDir">,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await using db = await connectFile(`${dataDir}/site.db`)
  return await work(db)
}
