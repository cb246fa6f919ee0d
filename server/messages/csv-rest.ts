import { type Context, Hono } from "hono"
import { recordExport } from "#server/audit/record-export.ts"
import { inboxAddress, toMessageSearch } from "#server/contract/inbox-search-params.ts"
import { FigurePeriod } from "#server/contract/message-figures.ts"
import { MessageCriteria } from "#server/contract/messages.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { csvDownload, readInChunks } from "#server/http/download.ts"
import { withWireErrors } from "#server/http/wire-names.ts"
import { figureRows, figureTitles, messageTitles, toMessageRow } from "./export-csv.ts"
import { getMessageFigures } from "./figures.ts"
import { listInboxMessages, listMessageIds } from "./queries.ts"

export const messagesCsvRest = new Hono<AppEnv>()
  .get("/api/admin/messages.csv", async (c) => {
    const context = await requireAccountContext(c, "people.export", { reauthenticated: true })
    const ids = await listMessageIds(context.db, readCriteria(c, context.account.id))
    const chunks = await readInChunks(ids, async (chunk) =>
      (await listInboxMessages(context.db, chunk)).map(toMessageRow),
    )
    // The search is not recorded, since it may be somebody's name.
    await recordExport(context, { subject: "message", details: { file: "demandes.csv", rows: ids.length } })
    return csvDownload("demandes.csv", writeCsv(messageTitles, chunks))
  })
  .get("/api/admin/message-figures.csv", async (c) => {
    const context = await requireAccountContext(c, "messages.read")
    const { du: from, au: until } = c.req.query()
    const period = await withWireErrors({ from: "du", until: "au" }, async () => FigurePeriod.parse({ from, until }))
    const figures = await getMessageFigures(context.db, period)
    await recordExport(context, { subject: "message", details: { file: "chiffres-demandes.csv", ...period } })
    return csvDownload("chiffres-demandes.csv", writeCsv(figureTitles, [figureRows(figures)]))
  })

/** Reads the filters of the inbox's URL; like the inbox, it ignores invalid values. */
function readCriteria(c: Context, accountId: number): MessageCriteria {
  return MessageCriteria.parse(toMessageSearch(inboxAddress.parseTexts(c.req.query()), accountId))
}
