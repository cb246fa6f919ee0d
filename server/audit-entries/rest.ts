import { type Context, Hono } from "hono"
import { recordExport } from "#server/audit/record-export.ts"
import { AuditCriteria, type AuditedAction } from "#server/contract/audit.ts"
import { auditAddress } from "#server/contract/audit-search-params.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import type { Database } from "#server/database/core/database.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { csvDownload } from "#server/http/download.ts"
import { entryTitles, toEntryRow } from "./export-csv.ts"
import { listEntriesBefore } from "./queries.ts"

export const auditRest = new Hono<AppEnv>().get("/api/admin/audit.csv", async (c) => {
  const context = await requireAccountContext(c, "audit.read", { reauthenticated: true })
  const criteria = readCriteria(c)
  // The first rows are read before the response begins, so that a failing database still causes an error response.
  const first = await listEntriesBefore(context.db, criteria, undefined, CHUNK_SIZE)
  await recordExport(context, { subject: "audit", details: { file: "journal.csv", ...criteria } })
  return csvDownload("journal.csv", writeCsv(entryTitles, readChunks(context.db, criteria, first)))
})

/** Reads the screen's search params, and ignores invalid ones as the screen does. */
function readCriteria(c: Context): AuditCriteria {
  return AuditCriteria.parse(auditAddress.toSearch(auditAddress.parseTexts(c.req.query())))
}

const CHUNK_SIZE = 500

async function* readChunks(db: Database, criteria: AuditCriteria, first: readonly AuditedAction[]) {
  let entries = first
  for (;;) {
    yield entries.map(toEntryRow)
    if (entries.length < CHUNK_SIZE) return
    entries = await listEntriesBefore(db, criteria, entries.at(-1), CHUNK_SIZE)
  }
}
