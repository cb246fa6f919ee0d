import { relative } from "node:path"
import type { Plugin, Rolldown } from "vite"
import { type GraphModule, nameChunks } from "./chunks.ts"

/** Libraries have one chunk, which browsers keep in their caches when the site itself changes. */
const libraries =
  /rolldown.runtime|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/[^/]+|@trpc\/[^/]+)\/(?!.*useBlocker)/

/** What the build writes for `listCosts` to `.vite/graph.json`. */
export interface BuiltGraph {
  app: string
  modules: Record<string, GraphModule & { bytes: number; script: string }>
}

/** Returns groups of chunks, and the plugin that names them. */
export function chunksByGraph(root: string) {
  const app = "client/app/entry-browser.tsx"
  const graph = new Map<string, GraphModule>()
  let names = new Map<string, string>()
  const pathOf = (id: string) => relative(root, id)
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: "libraries", test: libraries },
    { name: (id) => names.get(pathOf(id)) ?? null },
  ]
  const plugin: Plugin = {
    name: "chunks-by-graph",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildEnd() {
      // What libraries import of each other is no part of the graph, since the bundler drops what nobody uses of it.
      const ids = [...this.getModuleIds()].filter((id) => !libraries.test(id))
      for (const id of ids) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        graph.set(pathOf(id), { imports: importedIds.map(pathOf), lazyImports: dynamicallyImportedIds.map(pathOf) })
      }
      names = nameChunks(graph, app)
    },
    generateBundle(_options, bundle) {
      const modules: BuiltGraph["modules"] = {}
      for (const chunk of Object.values(bundle)) {
        for (const [id, { renderedLength }] of Object.entries(chunk.type === "chunk" ? chunk.modules : {})) {
          const module = graph.get(pathOf(id))
          if (module) modules[pathOf(id)] = { ...module, bytes: renderedLength, script: `/${chunk.fileName}` }
        }
      }
      const source: BuiltGraph = { app, modules }
      this.emitFile({ type: "asset", fileName: ".vite/graph.json", source: JSON.stringify(source) })
    },
  }
  return { groups, plugin }
}
