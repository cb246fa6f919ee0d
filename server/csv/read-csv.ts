import { CsvError, parse } from "csv-parse/sync"
import {
  CSV_BYTES_MAX,
  CSV_COLUMNS_MAX,
  CSV_ROWS_MAX,
  CSV_SEPARATORS,
  type CsvSeparator,
  csvMessages,
} from "#server/contract/csv.ts"
import { cutText } from "#server/contract/cut-text.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { CsvChoice, CsvReading } from "#server/contract/project-import.ts"
import { AppError } from "#server/errors.ts"
import { decodeCsv } from "./decode.ts"
import { unescapeFormula } from "./formulas.ts"

export interface CsvRow {
  /** The number of the row in a spreadsheet, from 1. */
  line: number
  /** There are at most as many cells as titles. */
  cells: string[]
  /** Whether cells beyond the titles contain something. */
  hasExcess: boolean
}

interface CsvTable {
  titles: string[]
  /** The rows without the blank ones. */
  rows: CsvRow[]
  reading: CsvReading
}

/** Reads a file whose first row has titles; `knownTitles` help to find the character that separates its cells. */
export function readCsv(bytes: Uint8Array, knownTitles: readonly string[], choice: CsvChoice = {}): CsvTable {
  const { text, delimiter, ...taken } = openCsv(bytes, knownTitles, choice)
  const [first, ...rows] = parseRows(text, delimiter)
  if (!first) throw new AppError("invalid", csvMessages.empty)
  if (rows.length === 0) throw new AppError("invalid", csvMessages.noRows)
  return { titles: first.cells, rows, reading: { ...taken, rows: sampleOf(text, delimiter) } }
}

/** Reads the first rows alone, also of a file that the import rejects. */
export function readFirstRows(bytes: Uint8Array, knownTitles: readonly string[], choice: CsvChoice): CsvReading {
  const { text, delimiter, ...taken } = openCsv(bytes, knownTitles, choice)
  return { ...taken, rows: sampleOf(text, delimiter) }
}

const SEPARATOR_NAMES = Object.keys(CSV_SEPARATORS) as CsvSeparator[]

function openCsv(bytes: Uint8Array, knownTitles: readonly string[], choice: CsvChoice) {
  if (bytes.byteLength > CSV_BYTES_MAX) throw new AppError("too_large", csvMessages.tooLarge)
  const { text: decoded, encoding } = decodeCsv(bytes, choice.encoding)
  const [declaration = "", declared] = /^"?sep=([;,\t|])"?(?:\r\n|\r|\n)/i.exec(decoded) ?? []
  const text = decoded.slice(declaration.length)
  const known = new Set(knownTitles.map(normalizeTitle))
  const found = SEPARATOR_NAMES.find((name) => CSV_SEPARATORS[name] === declared)
  const separator = choice.separator ?? found ?? detectSeparator(text, known)
  return { text, encoding, separator, delimiter: CSV_SEPARATORS[separator] }
}

const SAMPLE_ROWS = 5
const SAMPLE_COLUMNS = 12
const SAMPLE_CELL = 80

function sampleOf(text: string, delimiter: string): string[][] {
  const rows = readFirst(text, delimiter, SAMPLE_ROWS)
  return rows.map((cells) => cells.slice(0, SAMPLE_COLUMNS).map((cell) => cutText(cell, SAMPLE_CELL)))
}

/** Makes titles equal that differ only by case, accents and spaces. */
export function normalizeTitle(title: string): string {
  return normalizeForSearch(title.replace(/\s+/g, " ").trim())
}

/** A quote within a cell without quotes, as in « Porte 3" », is a letter. */
const PARSING = { record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true, relax_quotes: true }

/** Returns the separator that yields the most known titles. */
function detectSeparator(text: string, known: ReadonlySet<string>): CsvSeparator {
  const count = (name: CsvSeparator) =>
    (readFirst(text, CSV_SEPARATORS[name], 1)[0] ?? []).filter((title) => known.has(normalizeTitle(title))).length
  const [best] = SEPARATOR_NAMES.map((name) => ({ name, count: count(name) })).sort((a, b) => b.count - a.count)
  return best?.name ?? "semicolon"
}

function readFirst(text: string, delimiter: string, rows: number): string[][] {
  const options = { ...PARSING, delimiter, to: rows, skip_records_with_empty_values: true }
  try {
    return parse(text, options)
  } catch {
    return []
  }
}

/** This includes blank rows, since the parser spends 40 µs on a row that is shorter than the first. */
const LINES_MAX = 10_000

function parseRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = []
  let columns = 0

  function addRow(record: string[], line: number): void {
    if (line > LINES_MAX) throw new AppError("invalid", csvMessages.tooManyRows)
    const width = record.findLastIndex((cell) => cell.trim() !== "") + 1
    if (width === 0) return
    if (rows.length === 0) columns = width
    if (columns > CSV_COLUMNS_MAX) throw new AppError("invalid", csvMessages.tooManyColumns)
    // The row of titles is counted too.
    if (rows.length > CSV_ROWS_MAX) throw new AppError("invalid", csvMessages.tooManyRows)
    rows.push({ line, cells: record.slice(0, columns).map(unescapeFormula), hasExcess: width > columns })
  }

  try {
    // The rows are collected here rather than by the parser, so that blank ones take no memory.
    parse(text, {
      ...PARSING,
      delimiter,
      on_record: (record, { records }) => {
        addRow(record, records)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError("invalid", `${csvMessages.misquoted} ${Number(error.records) + 1}`, { cause: error })
  }
  return rows
}
