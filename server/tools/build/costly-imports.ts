import { type Graph, isScreen, listLoaded, nameChunks } from "./chunks.ts"
import type { BuiltGraph } from "./chunks-plugin.ts"

export interface CostlyImport {
  importer: string
  imported: string
  /** What the page would not load without this import, before compression. */
  bytes: number
  /** The chunk that would have the imported module without this import, if anything else imports it. */
  otherwise: string | undefined
}

/** Lists the imports that bring most to a page that fetches those scripts, the costliest first. */
export function listCostlyImports({ app, modules }: BuiltGraph, scripts: readonly string[]): CostlyImport[] {
  const graph = new Map(Object.entries(modules))
  const screens = [...graph.keys()].filter((id) => isScreen(id) && scripts.includes(modules[id]?.script ?? ""))
  const loaded = listLoaded(graph, app, screens)
  const sizeOf = (ids: ReadonlySet<string>) =>
    Array.from(ids, (id) => modules[id]?.bytes ?? 0).reduce((a, b) => a + b, 0)

  const edges = [...graph].flatMap(([importer, module]) =>
    module.imports.map((imported) => ({ importer, module, imported })),
  )

  return edges
    .filter(
      ({ importer, imported }) => loaded.has(importer) && loaded.has(imported) && !importer.startsWith("node_modules/"),
    )
    .map(({ importer, module, imported }): CostlyImport => {
      const imports = module.imports.filter((id) => id !== imported)
      const without: Graph = new Map([...graph, [importer, { ...module, imports }]])
      const others = [...without.values()].flatMap((other) => [...other.imports, ...other.lazyImports])
      const chunk = nameChunks(without, app).get(imported) ?? "a chunk of few screens"
      const bytes = sizeOf(loaded) - sizeOf(listLoaded(without, app, screens))
      return { importer, imported, bytes, otherwise: others.includes(imported) ? chunk : undefined }
    })
    .filter(({ bytes }) => bytes > 0)
    .sort((one, other) => other.bytes - one.bytes)
}
