import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Table } from "./tables.ts"

/** What one section of the bench, or one part of the resilience tests, measured last. */
export interface Figures {
  /** The day in ISO 8601. */
  date: string
  machine: string
  tables: Table[]
}

const file = fileURLToPath(new URL("../../../docs/figures.json", import.meta.url))

/** Returns the recorded figures by name of the section: "bench growth", "resilience kill". */
export function readRecorded(): Record<string, Figures> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Replaces these sections of docs/figures.json, and keeps the others. */
export function recordFigures(sections: Record<string, Figures>): void {
  const recorded = Object.entries({ ...readRecorded(), ...sections }).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`)
}
