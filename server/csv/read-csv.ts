import { CsvError, parse } from "csv-parse/sync"
import { CSV_BYTES_MAX, CSV_COLUMNS_MAX, CSV_ROWS_MAX, csvMessages } from "#server/contract/csv.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
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

export interface CsvTable {
  titles: string[]
  /** The rows without the blank ones. */
  rows: CsvRow[]
}

/** Reads a file whose first row has titles; `knownTitles` help to find the character that separates its cells. */
export function readCsv(bytes: Uint8Array, knownTitles: readonly string[]): CsvTable {
  if (bytes.byteLength > CSV_BYTES_MAX) throw new AppError("too_large", csvMessages.tooLarge)
  const decoded = decodeCsv(bytes)
  const [declaration = "", separator] = /^"?sep=([;,\t|])"?(?:\r\n|\r|\n)/i.exec(decoded) ?? []
  const text = decoded.slice(declaration.length)
  const known = new Set(knownTitles.map(normalizeTitle))
  const [first, ...rows] = parseRows(text, separator ?? detectDelimiter(text, known))
  if (!first) throw new AppError("invalid", csvMessages.empty)
  if (rows.length === 0) throw new AppError("invalid", csvMessages.noRows)
  return { titles: first.cells, rows }
}

/** Makes titles equal that differ only by case, accents and spaces. */
export function normalizeTitle(title: string): string {
  return normalizeForSearch(title.replace(/\s+/g, " ").trim())
}

const LINE_ENDS = ["\r\n", "\n", "\r"]

/** Only this many characters are searched for titles. */
const SAMPLE = 8192

/** Returns the delimiter that yields the most known titles. */
function detectDelimiter(text: string, known: ReadonlySet<string>): string {
  const count = (delimiter: string) =>
    readTitles(text, delimiter).filter((title) => known.has(normalizeTitle(title))).length
  const [best] = [";", ",", "\t"]
    .map((delimiter) => ({ delimiter, count: count(delimiter) }))
    .sort((a, b) => b.count - a.count)
  return best?.delimiter ?? ";"
}

function readTitles(text: string, delimiter: string): string[] {
  const options = { delimiter, record_delimiter: LINE_ENDS, to: 1, skip_records_with_empty_values: true }
  try {
    return parse(text.slice(0, SAMPLE), options)[0] ?? []
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

  const options = { delimiter, record_delimiter: LINE_ENDS, relax_column_count: true }
  try {
    // The rows are collected here rather than by the parser, so that blank ones take no memory.
    parse(text, {
      ...options,
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
