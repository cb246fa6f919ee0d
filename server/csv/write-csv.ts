import { stringify } from "csv-stringify/sync"
import { cutText } from "#server/contract/cut-text.ts"
import { escapeFormula } from "./formulas.ts"

type Row = readonly string[]

/** Excel splits a longer cell into several rows. */
const CELL_MAX = 32_767

const BOM = "\ufeff"

/** Writes a file for Excel in French and for LibreOffice, chunk by chunk. */
export async function* writeCsv(
  titles: Row,
  chunks: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BOM + toLines([titles])
  for await (const rows of chunks) {
    if (rows.length > 0) yield toLines(rows)
  }
}

function shorten(cell: string): string {
  return cell.length > CELL_MAX ? `${cutText(cell, CELL_MAX - 1)}…` : cell
}

function toLines(rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => shorten(escapeFormula(cell)))),
    { delimiter: ";", record_delimiter: "windows", quote_record_delimiter: true },
  )
}
