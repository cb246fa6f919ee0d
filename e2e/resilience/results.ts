import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Table } from "#e2e/figures/tables.ts"

const folder = fileURLToPath(new URL("../../bench-results/resilience", import.meta.url))

/** The latest result of a part. */
export interface PartResult {
  date: string
  machine: string
  table: Table
}

export function saveResult(part: string, result: PartResult): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(part), `${JSON.stringify(result, null, 2)}\n`)
}

/** Returns undefined before the part's first run. */
export function readResult(part: string): PartResult | undefined {
  return existsSync(fileOf(part)) ? JSON.parse(readFileSync(fileOf(part), "utf8")) : undefined
}

function fileOf(part: string): string {
  return join(folder, `${part}.json`)
}
