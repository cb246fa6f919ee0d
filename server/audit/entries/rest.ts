import type { Context } from "hono"
import * as z from "zod/mini"
import { about } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import { AuditCriteria, type AuditedAction } from "#server/contract/audit.ts"
import { ACTOR_SLUGS, auditAddress, KIND_SLUGS, SUBJECT_SLUGS } from "#server/contract/audit-search-params.ts"
import { actorNames, describeAction } from "#server/contract/audit-told/describe-action.ts"
import { factLister } from "#server/contract/audit-told/list-facts.ts"
import { declaredSubjects } from "#server/contract/domains/domains.ts"
import { printValue } from "#server/contract/field-values.ts"
import { formatSheetTime } from "#server/contract/kinshasa-time.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import type { Database } from "#server/database/core/database.ts"
import { csvDownload } from "#server/http/download.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { CSV_FILE, periodQuery } from "#server/http/rest-parts.ts"
import { listEntriesBefore } from "./queries.ts"

export const auditRest = restCalls("service", [
  callFor("audit.read", "GET /api/admin/audit.csv", {
    title: "Exporter le journal en CSV",
    text: "Point-virgule, UTF-8 avec BOM. Les filtres sont ceux du journal\u202f; un filtre inconnu est ignoré.",
    reauthenticated: true,
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "École" },
      personne: {
        text: "Le numéro d’un compte, ou qui agit sans compte",
        schema: z.union([z.int(), z.enum(Object.values(ACTOR_SLUGS))]),
      },
      action: { text: "La sorte d’action", schema: z.enum(Object.values(KIND_SLUGS)) },
      sujet: { text: "La sorte de sujet", schema: z.enum(Object.values(SUBJECT_SLUGS)) },
      numero: { text: "Le numéro du sujet", schema: z.int() },
      ...periodQuery,
    },
    responses: CSV_FILE,
    async answer(c, context) {
      const criteria = readCriteria(c)
      // The first rows are read before the response begins, so that a failing database still causes an error response.
      const first = await listEntriesBefore(context.db, criteria, undefined, CHUNK_SIZE)
      await recordExport(context, about("audit", null), { file: "journal.csv", ...criteria })
      return csvDownload("journal.csv", writeCsv(entryTitles, readChunks(context.db, criteria, first)))
    },
  }),
])

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

const listFacts = factLister({ moment: formatSheetTime, value: (_field, value) => printValue(value) })

const cells: Record<string, (entry: AuditedAction) => string> = {
  Numéro: ({ id }) => String(id),
  "Date et heure": ({ at }) => formatSheetTime(at),
  Personne: ({ by }) => (typeof by === "string" ? actorNames[by] : by.name),
  Adresse: ({ from }) => from?.ip ?? "",
  Jeton: ({ token }) => token ?? "",
  Action: (entry) => describeAction(entry).text,
  Sujet: ({ subject }) => declaredSubjects[subject].label,
  "Numéro du sujet": ({ subjectId }) => (subjectId === null ? "" : String(subjectId)),
  "Nom du sujet": ({ subjectName }) => subjectName ?? "",
  "Ce qui a changé": ({ details }) => toLines(listFacts(details).changes.map(({ label }) => label)),
  Avant: ({ details }) => toLines(listFacts(details).changes.map(({ label, before }) => factLine(label, before))),
  Après: ({ details }) => toLines(listFacts(details).changes.map(({ label, after }) => factLine(label, after))),
  Détails: ({ details }) => toLines(listFacts(details).facts.map(({ label, value }) => factLine(label, value))),
  // Programs filter and count by the name that an action has for them.
  "Nom technique": ({ action, subject }) => `${subject}: ${action}`,
}

function factLine(label: string, value: string): string {
  return `${label}\u00a0: ${value}`
}

function toLines(facts: readonly string[]): string {
  return facts.join("\n")
}

const entryTitles = Object.keys(cells)

function toEntryRow(entry: AuditedAction): string[] {
  return Object.values(cells).map((cell) => cell(entry))
}
