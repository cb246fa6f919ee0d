import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { recordFigures } from "#server/tools/figures/recorded.ts"
import { type Table, toMarkdown } from "#server/tools/figures/tables.ts"
import type { BenchOptions } from "./bench-options.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

interface Result {
  section: string
  title: string
  date: string
  machine: string
  effort: BenchOptions
  tables: Table[]
}

export interface Section {
  name: string
  title: string
  measure: (effort: BenchOptions) => Promise<Table[]>
}

/** Quick runs have their own folder, since they are no measurements. */
function folderOf({ quick }: BenchOptions): string {
  return join(root, "bench-results", ...(quick ? ["quick"] : []))
}

/** Saves a section as JSON and as Markdown, and returns the Markdown. */
export function saveResult({ name, title }: Section, effort: BenchOptions, machine: string, tables: Table[]): string {
  const result: Result = { section: name, title, date: new Date().toISOString(), machine, effort, tables }
  const folder = folderOf(effort)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.md`), `${toSection(result)}\n`)
  return toSection(result)
}

function toSection({ title, date, machine, effort, tables }: Result): string {
  const rounds = effort.quick ? "a quick run, whose figures mean little" : `${effort.rounds} rounds`
  return [`## ${title}`, `${date.slice(0, 10)}, ${rounds}. ${machine}`, ...tables.map(toMarkdown)].join("\n\n")
}

/** Writes the last result of each section into docs/figures.json. */
export function recordResult(section: Section, effort: BenchOptions) {
  const { date, machine, tables }: Result = readResult(section.name, effort)
  recordFigures({ [`bench ${section.name}`]: { date: date.slice(0, 10), machine, tables } })
}

function readResult(name: string, effort: BenchOptions): Result {
  return JSON.parse(readFileSync(join(folderOf(effort), `${name}.json`), "utf8"))
}
