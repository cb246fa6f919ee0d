import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Figures } from "#server/tools/figures/recorded.ts"

const folder = fileURLToPath(new URL("../../../bench-results/resilience", import.meta.url))

export function saveResult(part: string, result: Figures): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(part), `${JSON.stringify(result, null, 2)}\n`)
}

/** Returns undefined before the part's first run. */
export function readResult(part: string): Figures | undefined {
  return existsSync(fileOf(part)) ? JSON.parse(readFileSync(fileOf(part), "utf8")) : undefined
}

function fileOf(part: string): string {
  return join(folder, `${part}.json`)
}
