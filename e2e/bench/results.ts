import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Table, toMarkdown } from "#e2e/figures/tables.ts"
import type { Effort } from "./effort.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Result {
  section: string
  title: string
  date: string
  machine: string
  effort: Effort
  tables: Table[]
}

export interface Section {
  name: string
  title: string
  measure: (effort: Effort) => Promise<Table[]>
}

/** Of a quick run apart: it must never be taken for a measurement. */
function folderOf({ quick }: Effort): string {
  return join(root, "bench-results", ...(quick ? ["quick"] : []))
}

/** Writes a section as JSON and as Markdown, and answers the Markdown. */
export function keepResult({ name, title }: Section, effort: Effort, machine: string, tables: Table[]): string {
  const result: Result = { section: name, title, date: new Date().toISOString(), machine, effort, tables }
  const folder = folderOf(effort)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.md`), `${inMarkdown(result)}\n`)
  return inMarkdown(result)
}

function inMarkdown({ title, date, machine, effort, tables }: Result): string {
  const rounds = effort.quick ? "a quick run, whose figures mean little" : `${effort.rounds} rounds`
  return [`## ${title}`, `${date.slice(0, 10)}, ${rounds}. ${machine}`, ...tables.map(toMarkdown)].join("\n\n")
}

/** Puts the last result of every section into docs/performance.md, which it writes whole or not at all. */
export function recordResults(sections: readonly Section[], effort: Effort) {
  const fileOf = ({ name }: Section) => join(folderOf(effort), `${name}.json`)
  const missing = sections.filter((section) => !existsSync(fileOf(section))).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Nothing is recorded: ${missing.join(", ")} were never measured here`)
  const results = sections.map((section) => inMarkdown(JSON.parse(readFileSync(fileOf(section), "utf8"))))
  const head =
    "# Performance\n\nMeasured by `npm run bench -- --record`; [what each figure means](operations.md#measure)."
  writeFileSync(join(root, "docs/performance.md"), `${[head, ...results].join("\n\n")}\n`)
}
