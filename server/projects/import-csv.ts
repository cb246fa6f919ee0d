import { csvMessages } from "#server/contract/csv.ts"
import { parseCell } from "#server/contract/field-values.ts"
import {
  DECORATIVE,
  IMPORTED_COLUMNS,
  type ImportedColumn,
  PROJECT_CSV_TITLES,
  REQUIRED_COLUMNS,
} from "#server/contract/project-csv.ts"
import { PROJECT_FIELDS, ProjectDraft, PublishableProject } from "#server/contract/project-drafts.ts"
import type { CsvChoice, ImportRow, ProjectImport } from "#server/contract/project-import.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { type CsvRow, normalizeTitle, readCsv } from "#server/csv/read-csv.ts"
import { AppError } from "#server/errors.ts"

/** Reads what a file would create, but stores nothing. Throws if the file as a whole cannot be read. */
export function readProjectsCsv(bytes: Uint8Array, choice: CsvChoice = {}): ProjectImport {
  const { titles, rows, reading } = readCsv(bytes, Object.values(PROJECT_CSV_TITLES), choice)
  const columns = titles.map(findColumn)
  checkColumns(columns)
  const idAt = titles.findIndex((title) => normalizeTitle(title) === normalizeTitle(PROJECT_CSV_TITLES.id))
  const ignored = titles.filter((_, index) => columns[index] === undefined && index !== idAt)
  return withCounts({
    reading,
    columns: columns.filter((column) => column !== undefined),
    ignored: ignored.map((title) => title.trim() || csvMessages.untitled),
    rows: rejectRepeated(rows.map((row) => withId(readRow(row, columns), row.cells[idAt] ?? ""))),
  })
}

/** An empty cell creates a project. */
function withId(row: ImportRow, cell: string): ImportRow {
  const text = cell.trim()
  if (text === "") return row
  if (/^[1-9]\d{0,14}$/.test(text)) return { ...row, id: Number(text) }
  return rejectRow(row, responseTexts.importIdInvalid)
}

/** Two rows about one project would undo each other. */
function rejectRepeated(rows: readonly ImportRow[]): ImportRow[] {
  const seen = new Set<number>()
  return rows.map((row) => {
    if (row.id === undefined) return row
    if (seen.has(row.id)) return rejectRow(row, responseTexts.importIdRepeated)
    seen.add(row.id)
    return row
  })
}

export function rejectRow(
  { line, id, values, errors }: ImportRow,
  message: string,
  field: ImportRow["errors"][number]["field"] = null,
): ImportRow {
  return { line, ...(id !== undefined && { id }), values, errors: [...errors, { field, message }] }
}

/** Marks the rows that name an image which is not stored. */
export function rejectUnknownImages(preview: ProjectImport, stored: ReadonlySet<string>): ProjectImport {
  const rows = preview.rows.map((row) => {
    const unknown = row.project?.images.filter(({ name }) => !stored.has(name)) ?? []
    if (unknown.length === 0) return row
    return rejectRow(row, `${responseTexts.unknownImage} : ${unknown.map(({ name }) => name).join(", ")}`, "images")
  })
  return withCounts({ ...preview, rows })
}

export function listImportedImages({ rows }: ProjectImport): string[] {
  return [...new Set(rows.flatMap(({ project }) => project?.images.map(({ name }) => name) ?? []))]
}

type Counts = "valid" | "invalid" | "created" | "updated" | "publishable"

/** Rows whose project nobody has looked for yet create one. */
export function withCounts(preview: Omit<ProjectImport, Counts>): ProjectImport {
  const rows = preview.rows.map((row) => (row.project ? { action: "create" as const, ...row } : row))
  const count = (isMeant: (row: ImportRow) => boolean) => rows.filter(isMeant).length
  const valid = count(({ project }) => project !== undefined)
  return {
    ...preview,
    rows,
    valid,
    invalid: rows.length - valid,
    created: count(({ action }) => action === "create"),
    updated: count(({ action }) => action === "update"),
    publishable: count((row) => row.action === "create" && PublishableProject.safeParse(row.project).success),
  }
}

/** Writes the rows with errors as they were, each with what is wrong with it in a column at its end. */
export function listFaultyRows(bytes: Uint8Array, { rows, ...preview }: ProjectImport): string[][] {
  const table = readCsv(bytes, Object.values(PROJECT_CSV_TITLES), preview.reading)
  const kept = table.titles.flatMap((title, index) =>
    normalizeTitle(title) === normalizeTitle(TO_CORRECT) ? [] : [index],
  )
  const cellsOf = (cells: readonly string[]) => kept.map((index) => cells[index] ?? "")
  const faulty = new Map(rows.flatMap(({ line, errors }) => (errors.length > 0 ? [[line, errors] as const] : [])))
  return [
    [...cellsOf(table.titles), TO_CORRECT],
    ...table.rows.flatMap(({ line, cells }) => {
      const errors = faulty.get(line)
      return errors ? [[...cellsOf(cells), errors.map(sayError).join("\n")]] : []
    }),
  ]
}

const TO_CORRECT = "À corriger"

function sayError({ field, message }: ImportRow["errors"][number]): string {
  return field === null ? message : `${PROJECT_CSV_TITLES[field]}\u00a0: ${message}`
}

type Columns = readonly (ImportedColumn | undefined)[]

function findColumn(title: string): ImportedColumn | undefined {
  return IMPORTED_COLUMNS.find((column) => normalizeTitle(PROJECT_CSV_TITLES[column]) === normalizeTitle(title))
}

function checkColumns(columns: Columns): void {
  rejectColumns(
    REQUIRED_COLUMNS.filter((column) => !columns.includes(column)),
    csvMessages.columnsMissing,
  )
  rejectColumns(
    columns.filter((column, index) => column && columns.indexOf(column) < index),
    csvMessages.columnsRepeated,
  )
}

/** Throws if there are such columns; the message begins with a singular or a plural. */
function rejectColumns(columns: Columns, [one, many]: readonly [string, string]): void {
  const titles = new Set(columns.flatMap((column) => (column ? [`«\u00a0${PROJECT_CSV_TITLES[column]}\u00a0»`] : [])))
  if (titles.size > 0) throw new AppError("invalid", `${titles.size > 1 ? many : one}\u00a0: ${[...titles].join(", ")}`)
}

type Values = ImportRow["values"]

function readRow({ line, cells, hasExcess }: CsvRow, columns: Columns): ImportRow {
  const values: Values = Object.fromEntries(
    columns.flatMap((column, index) => (column ? [[column, cells[index] ?? ""]] : [])),
  )
  if (hasExcess) return { line, values, errors: [{ field: null, message: csvMessages.tooManyCells }] }
  const names = listNames(values.images)
  const alts = listAlts(values.alts)
  if (alts.length > names.length)
    return { line, values, errors: [{ field: "alts", message: responseTexts.tooManyAlts }] }
  const images = names.map((name, index) => ({ name, alt: toAlt(alts[index]) }))
  const { data, error } = ProjectDraft.safeParse({ ...readCells(values), images })
  return data ? { line, values, project: data, errors: [] } : { line, values, errors: readErrors(error.issues) }
}

function readCells({ images: _, alts: __, ...texts }: Values) {
  const cells = Object.entries(texts) as [keyof typeof texts, string][]
  return Object.fromEntries(cells.map(([name, text]) => [name, parseCell(PROJECT_FIELDS[name], text)]))
}

function listNames(images = ""): string[] {
  return images.split(/\s+/).filter((name) => name !== "")
}

/** Returns the texts in the order of the images, one a line. */
function listAlts(alts = ""): string[] {
  return alts.trim() === "" ? [] : alts.trimEnd().split(/\r\n|\r|\n/)
}

function toAlt(line = ""): string | null {
  const text = line.trim()
  return text === DECORATIVE ? "" : text || null
}

type Issue = { path: PropertyKey[]; message: string }

/** Returns the first error of each field. */
function readErrors(issues: readonly Issue[]): ImportRow["errors"] {
  const byField = new Map(issues.toReversed().map(({ path, message }) => [path[0] as ImportedColumn, message]))
  return IMPORTED_COLUMNS.flatMap((field) => {
    const message = byField.get(field)
    if (message === undefined) return []
    return [{ field, message: message === responseTexts.requiredFieldsMissing ? csvMessages.cellMissing : message }]
  })
}
