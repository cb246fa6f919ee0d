import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import * as z from "zod/mini"
import { about } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import { CSV_ENCODINGS, CSV_ROWS_MAX, csvMessages } from "#server/contract/csv.ts"
import { BatchId } from "#server/contract/idempotency-key.ts"
import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { CsvChoice, CsvReading, ImportResult, ProjectImport } from "#server/contract/project-import.ts"
import { projectAddress } from "#server/contract/project-search-params.ts"
import { PROJECT_SORTS } from "#server/contract/project-sorts.ts"
import { STATE_SLUGS } from "#server/contract/project-states.ts"
import { ProjectCriteria } from "#server/contract/projects.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import { readFirstRows } from "#server/csv/read-csv.ts"
import { writeCsv } from "#server/csv/write-csv.ts"
import { AppError } from "#server/errors.ts"
import { csvBodyLimit } from "#server/http/body-limit.ts"
import { described } from "#server/http/described.ts"
import { csvDownload, readInChunks } from "#server/http/download.ts"
import { mediaTypeOf } from "#server/http/json-body.ts"
import { callFor, restCalls } from "#server/http/rest-call.ts"
import { CSV_FILE, json, named, Success } from "#server/http/rest-parts.ts"
import { writeProjectsCsv } from "./export-csv.ts"
import { importProjects, previewImport } from "./import.ts"
import { listFaultyRows } from "./import-csv.ts"
import { listManagedProjects } from "./queries.ts"
import { listProjectIds } from "./search.ts"

const ReadingOnWire = named(
  "CsvReading",
  described(CsvReading, {
    encoding: "Comment le contenu est écrit",
    separator: "Le séparateur des cellules",
    rows: "Les lignes",
  }),
)

const ImportOnWire = named(
  "ProjectImport",
  described(z.extend(ProjectImport, { reading: ReadingOnWire }), {
    reading: "Comment le fichier a été lu",
    columns: "Les colonnes lues",
    ignored: "Les titres des colonnes ignorées",
    rows: "Les lignes",
    "rows.line": "Le numéro de la ligne dans le fichier",
    "rows.values": "Ce que contiennent ses cellules",
    "rows.id": "Le projet que la ligne connaît",
    "rows.action": "Ce que l’importation en fait\u00a0: créer, modifier, ou laisser tel quel",
    "rows.current": "Le nom actuel du projet modifié",
    "rows.project": "Le projet",
    "rows.project.images.name": "Le nom",
    "rows.project.images.alt": "Le texte alternatif",
    "rows.errors": "Un message par champ en faute",
    "rows.errors.field": "La colonne en faute\u202f; null pour toute la ligne",
    "rows.errors.message": "Ce qui ne va pas",
    valid: "Le nombre de lignes sans erreur",
    invalid: "Le nombre de lignes en faute",
    created: "Le nombre de lignes qui créent un projet",
    updated: "Le nombre de lignes qui en modifient un",
    publishable: "Le nombre de lignes qui créent un projet auquel rien ne manque pour être publié",
  }),
)

const ImportDone = named(
  "ImportDone",
  described(z.extend(Success, ImportResult.shape), {
    created: "Le nombre de projets créés",
    updated: "Le nombre de projets modifiés",
    batch: "Le lot",
  }),
)

const csvColumns = Object.values(PROJECT_CSV_TITLES).join(", ")

const importedColumns = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column]).join(", ")

const requireCsv = createMiddleware((c, next) => {
  if (mediaTypeOf(c) !== "text/csv") throw new AppError("unsupported", csvMessages.csvRequired)
  return next()
})

const csvBody = { type: "text/csv", example: "@projets.csv", receive: [requireCsv, csvBodyLimit] }

const csvChoice = {
  encoding: { text: "L’encodage du fichier\u202f; sans lui il est reconnu", schema: z.enum(CSV_ENCODINGS) },
  separator: { text: "Le séparateur des cellules\u202f; sans lui il est reconnu", schema: CsvReading.shape.separator },
}

export const projectsCsvRest = restCalls("projets", [
  callFor("projects.read", "GET /api/admin/projects.csv", {
    title: "Exporter les projets en CSV",
    text: `Point-virgule, UTF-8 avec BOM. Colonnes\u00a0: ${csvColumns}. Les filtres sont ceux du tableau des projets\u202f; un filtre inconnu est ignoré.`,
    query: {
      search: { text: "Un texte à chercher", schema: z.string(), example: "école" },
      etat: { text: "L’état", schema: z.enum(Object.values(STATE_SLUGS)) },
      secteur: { text: "Le secteur", schema: z.enum(Object.values(SECTOR_SLUGS)) },
      statut: { text: "Le statut", schema: z.enum([...Object.values(STATUS_SLUGS), "aucun"]) },
      annee: { text: "L’année", schema: z.int() },
      images: { text: "Avec ou sans images", schema: z.enum(["avec", "sans"]) },
      publication: { text: "Le jour prévu de la publication, AAAA-MM-JJ", schema: z.iso.date() },
      sort: { text: "L’ordre", schema: z.enum(PROJECT_SORTS) },
    },
    responses: CSV_FILE,
    async answer(c, context) {
      const criteria = readCriteria(c)
      const ids = await listProjectIds(context.db, criteria)
      const chunks = await readInChunks(ids, (chunk) => listManagedProjects(context.db, chunk))
      await recordExport(context, about("project", null), { file: "projets.csv", rows: ids.length, ...criteria })
      return csvDownload("projets.csv", writeProjectsCsv(chunks, c.get("origin")))
    },
  }),
  callFor("projects.write", "GET /api/admin/projects-template.csv", {
    title: "Obtenir le modèle d’un fichier à importer",
    responses: CSV_FILE,
    answer: () => csvDownload("modele-projets.csv", writeImportTemplate()),
  }),
  callFor("projects.write", "POST /api/admin/projects-import/preview", {
    title: "Vérifier un fichier à importer",
    text: `Rien n’est enregistré. Colonnes lues\u00a0: ${importedColumns}\u202f; ${CSV_ROWS_MAX} lignes et 2 Mo au plus.`,
    query: csvChoice,
    body: csvBody,
    responses: { 200: json(ImportOnWire, "Ce que l’importation créerait, avec les erreurs de chaque ligne") },
    answer: async (c, { db }) => c.json(await previewImport(db, await readBytes(c), readChoice(c))),
  }),
  callFor("projects.write", "POST /api/admin/projects-import/reading", {
    title: "Lire les premières lignes d’un fichier à importer",
    text: "Répond aussi pour un fichier dont il manque des colonnes, pour choisir son encodage et son séparateur.",
    query: csvChoice,
    body: csvBody,
    responses: { 200: json(ReadingOnWire, "L’encodage, le séparateur et les premières lignes") },
    answer: async (c) => c.json(readFirstRows(await readBytes(c), Object.values(PROJECT_CSV_TITLES), readChoice(c))),
  }),
  callFor("projects.write", "POST /api/admin/projects-import/faulty", {
    title: "Obtenir les lignes à corriger d’un fichier à importer",
    text: "Les lignes en faute telles qu’elles sont, avec une colonne qui dit ce qui ne va pas.",
    query: csvChoice,
    body: csvBody,
    responses: CSV_FILE,
    async answer(c, { db }) {
      const bytes = await readBytes(c)
      const [titles = [], ...rows] = listFaultyRows(bytes, await previewImport(db, bytes, readChoice(c)))
      return csvDownload("a-corriger.csv", writeCsv(titles, [rows]))
    },
  }),
  callFor("projects.write", "POST /api/admin/projects-import/:batch", {
    title: "Importer des projets",
    text: "Tout le fichier est importé, ou rien s’il contient une erreur et que faulty ne dit pas de laisser ces lignes. Une ligne dont l’identifiant est celui d’un projet le modifie, dans les colonnes du fichier. Description et statut ne sont nécessaires que pour publier. Le même lot envoyé de nouveau n’est importé qu’une fois.",
    path: {
      batch: {
        text: "Un UUID de votre choix, qui nomme le lot",
        schema: BatchId,
        example: "a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607",
      },
    },
    query: {
      state: {
        text: "«\u00a0published\u00a0» publie les projets\u202f; sinon ce sont des brouillons",
        schema: z.literal("published"),
      },
      faulty: {
        text: "«\u00a0skip\u00a0» laisse les lignes en faute et importe les autres",
        schema: z.literal("skip"),
      },
      ...csvChoice,
    },
    body: csvBody,
    responses: {
      201: json(ImportDone, "Les projets sont créés", {
        success: true,
        created: 8,
        updated: 2,
        batch: "a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607",
      }),
    },
    async answer(c, context) {
      const batchId = BatchId.parse(c.req.param("batch"))
      const isPublished = c.req.query("state") === "published"
      const bytes = await readBytes(c)
      const skipsFaulty = c.req.query("faulty") === "skip"
      const result = await importProjects(context, { bytes, choice: readChoice(c), batchId, isPublished, skipsFaulty })
      return c.json({ success: true, ...result }, 201)
    },
  }),
])

async function readBytes(c: Context): Promise<Uint8Array> {
  return new Uint8Array(await c.req.arrayBuffer())
}

function readChoice(c: Context): CsvChoice {
  return CsvChoice.parse({ encoding: c.req.query("encoding"), separator: c.req.query("separator") })
}

/** Reads the filters of the table's URL; like the table, it ignores invalid values. */
function readCriteria(c: Context): ProjectCriteria {
  return ProjectCriteria.parse(projectAddress.toSearch(projectAddress.parseTexts(c.req.query())))
}

/** Writes a file to fill in, with one project as an example; it has no images, which would have to be stored already. */
function writeImportTemplate(): AsyncGenerator<string> {
  const titles = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column])
  const row = IMPORTED_COLUMNS.map((column) => (column === "alts" ? "" : (PROJECT_FIELDS[column].example ?? "")))
  return writeCsv(titles, [[row]])
}
