import { type Context, Hono } from "hono"
import { actorOf } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import { parseInboxSearchParams, toMessageSearch } from "#server/contract/inbox-search-params.ts"
import { FigurePeriod } from "#server/contract/message-figures.ts"
import { MessageCriteria } from "#server/contract/messages.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import type { Database } from "#server/database/core/database.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { csvDownload } from "#server/http/download.ts"
import { requireReauthentication, requireRight } from "#server/trpc/procedures.ts"
import { type ExportedMessage, figureRows, figureTitles, messageTitles, toMessageRow } from "./export-csv.ts"
import { getMessageFigures } from "./figures.ts"
import { listExportedMessages, listMessageIds } from "./queries.ts"

export const messagesCsvRest = new Hono<AppEnv>()
  .get("/api/admin/messages.csv", async (c) => {
    const { db, now } = c.get("context")
    const account = await requireRight(c.get("context"), "people.export")
    requireReauthentication(account, now())
    const ids = await listMessageIds(db, readCriteria(c, account.id))
    // Read before the response begins, so that a database that fails is answered as everywhere.
    const first = await listExportedMessages(db, ids.slice(0, CHUNK_SIZE))
    // What is searched for may be somebody's name.
    const details = { file: "demandes.csv", rows: ids.length }
    const actor = actorOf({ ...c.get("context"), account })
    await recordExport(db, { actor, subject: "message", details }, now())
    return csvDownload("demandes.csv", writeCsv(messageTitles, readChunks(db, first, ids.slice(CHUNK_SIZE))))
  })
  .get("/api/admin/message-figures.csv", async (c) => {
    const context = c.get("context")
    const account = await requireRight(context, "messages.read")
    const { du: from, au: until } = c.req.query()
    const period = FigurePeriod.parse({ from, until })
    const figures = await getMessageFigures(context.db, period)
    const details = { file: "chiffres-demandes.csv", ...period }
    await recordExport(
      context.db,
      { actor: actorOf({ ...context, account }), subject: "message", details },
      context.now(),
    )
    return csvDownload("chiffres-demandes.csv", writeCsv(figureTitles, once(figureRows(figures))))
  })

/** Those of the inbox's URL; invalid ones are left out, as the inbox does. */
function readCriteria(c: Context, accountId: number): MessageCriteria {
  const { responsable, ...params } = c.req.query()
  const parsed = parseInboxSearchParams({ ...params, responsable: Number(responsable) || responsable })
  return MessageCriteria.parse(toMessageSearch(parsed, accountId))
}

const CHUNK_SIZE = 500

async function* readChunks(db: Database, first: readonly ExportedMessage[], ids: readonly number[]) {
  yield first.map(toMessageRow)
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    yield (await listExportedMessages(db, ids.slice(start, start + CHUNK_SIZE))).map(toMessageRow)
  }
}

async function* once<Value>(value: Value) {
  yield value
}
