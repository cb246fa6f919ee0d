import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Fetched } from "#e2e/visit.ts"
import { programFolder } from "#server/program.ts"
import { type CostlyImport, listCostlyImports } from "#server/tools/build/costly-imports.ts"

const LISTED = 8

/** Says what a page's scripts consist of, which imports bring most of it, and what can be done. */
export function explainScripts(scripts: readonly Fetched[]): string {
  const graph = JSON.parse(readFileSync(join(programFolder, "dist/client/.vite/graph.json"), "utf8"))
  const paths = scripts.map(({ url }) => new URL(url).pathname)
  const imports = listCostlyImports(graph, paths)
  return [
    "scripts until hydration",
    ...listScripts(scripts),
    "Imports, and what the page would not load without each (bytes before compression):",
    ...imports
      .filter(({ otherwise }) => otherwise)
      .slice(0, LISTED)
      .map(describe),
    ...imports
      .filter(({ otherwise }) => !otherwise)
      .slice(0, LISTED)
      .map(describe),
    "Remedies: move what the importer needs to a file without the rest, or import it dynamically where it is used.",
    "docs/decisions/0034-chunks.md says which chunk a module goes to.",
  ].join("\n")
}

export function listScripts(scripts: readonly Fetched[]): string[] {
  const sorted = scripts.toSorted((one, other) => other.bytes - one.bytes)
  return sorted.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`)
}

function describe({ importer, imported, bytes, otherwise }: CostlyImport): string {
  const place = otherwise ? `would be in ${otherwise}` : "nothing else imports it"
  return `${bytes} ${importer} imports ${imported} (${place})`
}
