import type { Context } from "hono"
import * as z from "zod/mini"
import { about } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import {
  ASSIGNEE_SLUGS,
  FOLLOW_UP_SLUGS,
  inboxAddress,
  OUTCOME_SLUGS,
  SORT_SLUGS,
  toMessageSearch,
  UNDELIVERED,
  WITH_PICTURES,
} from "#server/contract/inbox-search-params.ts"
import { FigurePeriod } from "#server/contract/message-figures.ts"
import { FOLDER_SLUGS } from "#server/contract/message-states.ts"
import { MessageCriteria } from "#server/contract/messages.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import { csvDownload, readInChunks } from "#server/http/download.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { CSV_FILE, periodQuery } from "#server/http/rest-parts.ts"
import { withWireErrors } from "#server/http/wire-names.ts"
import { figureRows, figureTitles, messageTitles, toMessageRow } from "./export-csv.ts"
import { getMessageFigures } from "./figures.ts"
import { listInboxMessages, listMessageIds } from "./queries.ts"

export const messagesCsvRest = restCalls("demandes", [
  callFor("people.export", "GET /api/admin/messages.csv", {
    title: "Exporter les demandes en CSV",
    text: "Point-virgule, UTF-8 avec BOM. Les filtres sont ceux de la boîte de réception\u202f; un filtre inconnu est ignoré.",
    reauthenticated: true,
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "devis" },
      etat: { text: "L’état", schema: z.enum(Object.values(FOLDER_SLUGS)) },
      secteur: { text: "Le secteur", schema: z.enum(CONTACT_SECTORS) },
      responsable: {
        text: `Qui s’en charge\u00a0: le numéro d’un compte, «\u00a0${ASSIGNEE_SLUGS.me}\u00a0» ou «\u00a0${ASSIGNEE_SLUGS.none}\u00a0»`,
        schema: z.union([z.int(), z.enum(Object.values(ASSIGNEE_SLUGS))]),
      },
      ...periodQuery,
      photos: { text: "Celles qui ont des photos", schema: z.literal(WITH_PICTURES) },
      courriel: { text: "Celles dont la réponse par e-mail n’est pas partie", schema: z.literal(UNDELIVERED) },
      relance: {
        text: "Celles à relancer, aujourd’hui ou un jour",
        schema: z.enum(Object.values(FOLLOW_UP_SLUGS)),
      },
      issue: { text: "L’issue", schema: z.enum(Object.values(OUTCOME_SLUGS)) },
      tri: { text: "L’ordre", schema: z.enum(Object.values(SORT_SLUGS)) },
    },
    responses: CSV_FILE,
    async answer(c, context) {
      const ids = await listMessageIds(context.db, readCriteria(c, context.account.id), context.now())
      const chunks = await readInChunks(ids, async (chunk) =>
        (await listInboxMessages(context.db, chunk)).map(toMessageRow),
      )
      // The search is not recorded, since it may be somebody's name.
      await recordExport(context, about("message", null), { file: "demandes.csv", rows: ids.length })
      return csvDownload("demandes.csv", writeCsv(messageTitles, chunks))
    },
  }),
  callFor("messages.read", "GET /api/admin/message-figures.csv", {
    title: "Exporter les chiffres des demandes en CSV",
    query: { du: { ...periodQuery.du, required: true }, au: { ...periodQuery.au, required: true } },
    responses: CSV_FILE,
    errors: [400],
    async answer(c, context) {
      const { du: from, au: until } = c.req.query()
      const period = await withWireErrors({ from: "du", until: "au" }, async () => FigurePeriod.parse({ from, until }))
      const figures = await getMessageFigures(context.db, period, context.now())
      await recordExport(context, about("message", null), { file: "chiffres-demandes.csv", ...period })
      return csvDownload("chiffres-demandes.csv", writeCsv(figureTitles, [figureRows(figures)]))
    },
  }),
])

/** Reads the filters of the inbox's URL; like the inbox, it ignores invalid values. */
function readCriteria(c: Context, accountId: number): MessageCriteria {
  return MessageCriteria.parse(toMessageSearch(inboxAddress.parseTexts(c.req.query()), accountId))
}
