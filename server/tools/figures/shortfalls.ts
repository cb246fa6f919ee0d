import type { Cell, Table } from "./tables.ts"

/** A figure that is worse than the recorded one by less than this factor is noise of the machine. */
const TOLERANCE = 1.25

const more = /per second|\/s\b/
const less = /\b(ms|s|MB|kB|seconds|growth|requests|shift|median|p50|p99)\b/

/** Lists in words what misses its limit, or is clearly worse than what was recorded. */
export function listShortfalls(measured: readonly Table[], recorded: readonly Table[] = []): string[] {
  return measured.flatMap((table) => {
    const before = recorded.find(({ title }) => title === table.title)
    return table.rows.flatMap((row) => [
      ...missedLimit(table, row),
      ...(before ? worseFigures(table, row, before) : []),
    ])
  })
}

function missedLimit({ title, columns }: Table, row: Cell[]): string[] {
  const at = columns.indexOf("limit")
  const [limit, figure] = [row[at], row[at - 1]]
  const [, bound = "", digits = ""] = /^(<|≤|at most|>|≥|at least)\s*([\d.,]+)/.exec(`${limit ?? ""}`) ?? []
  if (at < 1 || !bound || typeof figure !== "number") return []
  const number = Number(digits.replaceAll(",", ""))
  const isMet = /[<≤]|most/.test(bound) ? figure <= number : figure >= number
  return isMet ? [] : [`${title}: ${row[0]} is ${inDigits(figure)}, its limit ${limit}`]
}

function worseFigures({ title, columns }: Table, row: Cell[], before: Table): string[] {
  const old = before.rows.find(([name]) => name === row[0])
  if (!old) return []
  return columns.flatMap((column, index) => {
    const [now, then] = [row[index], old[before.columns.indexOf(column)]]
    if (typeof now !== "number" || typeof then !== "number") return []
    const what = `${title} ${row[0]} ${column}`
    const isWorse = more.test(what) ? now * TOLERANCE < then : less.test(what) && now > then * TOLERANCE
    return isWorse ? [`${title}: ${row[0]}, ${column}: ${inDigits(now)} after ${inDigits(then)}`] : []
  })
}

function inDigits(figure: number): string {
  return figure.toLocaleString("en", { maximumSignificantDigits: 3 })
}
