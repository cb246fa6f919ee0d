export type Cell = string | number | undefined

export interface Table {
  title: string
  columns: string[]
  rows: Cell[][]
  /** The note says how the figures were measured. */
  note?: string
}

/** Writes the table as Markdown with aligned columns, so that it can be read on a console, too. */
export function toMarkdown({ title, columns, rows, note }: Table): string {
  const numeric = columns.map((_, index) => rows.every((row) => typeof row[index] !== "string"))
  const lines = [columns, ...rows.map((row) => columns.map((_, index) => inWords(row[index])))]
  const widths = columns.map((_, index) => Math.max(3, ...lines.map((line) => line[index]?.length ?? 0)))
  const rule = widths.map((width, index) => (numeric[index] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)))
  const aligned = lines.map((line) =>
    line.map((text, index) => (numeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0))),
  )
  const [head = [], ...body] = aligned
  const table = [head, rule, ...body].map((line) => `| ${line.join(" | ")} |`).join("\n")
  return [`### ${title}`, ...(note ? [note] : []), table].join("\n\n")
}

/** Writes three significant digits, since more would be noise. */
function inWords(cell: Cell): string {
  if (typeof cell !== "number") return cell ?? ""
  if (Number.isInteger(cell) || Math.abs(cell) >= 100) return Math.round(cell).toLocaleString("en")
  return cell.toLocaleString("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 })
}
