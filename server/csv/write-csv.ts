import { stringify } from "csv-stringify/sync"
import { escapeFormula } from "./formulas.ts"

type Row = readonly string[]

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

function toLines(rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormula)),
    { delimiter: ";", record_delimiter: "windows", quote_record_delimiter: true },
  )
}
