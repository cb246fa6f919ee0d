import { posix } from "node:path"

export interface GraphModule {
  imports: readonly string[]
  /** What it imports dynamically, as the route tree imports screens. */
  lazyImports: readonly string[]
}

/** Modules by their paths from the repository's root, without those of libraries. */
export type Graph = ReadonlyMap<string, GraphModule>

/** A public screen that loads one of these folders shares code with others that do, and with no other screen. */
const audiences = ["projects", "contact", "account"]

/** The fewest parts of the office (screens, and what they import dynamically) whose common code is shared by all. */
const OFFICE_SHARE = 5

/**
 * Names the chunks of modules after the screens that load them. Whatever loads a module loads its imports, so that
 * chunks never import each other in a circle. Modules without a name are left to the bundler, which puts together what
 * exactly the same screens load.
 */
export function nameChunks(graph: Graph, app: string): Map<string, string> {
  // The bundler finds modules in another order each time.
  const lazy = [...new Set([...graph.values()].flatMap(({ lazyImports }) => lazyImports))].sort()
  const publicScreens = lazy.filter((id) => isScreen(id) && !isOffice(id))
  const ofPublic = new Set([app, ...publicScreens].flatMap((id) => [...reach(graph, id, { lazily: true })]))
  // Screens with the same imports, such as those of sectors, are one, since each would be smaller than its headers.
  const alike = Map.groupBy(publicScreens, (id) => graph.get(id)?.imports.join())
  const screens = new Map(
    Array.from(alike.values(), ([first = "", ...others]) => {
      const screen = { name: posix.basename(first).replace(/\.tsx.*/, ""), audience: findAudience(reach(graph, first)) }
      return [first, ...others].map((id) => [id, screen] as const)
    }).flat(),
  )

  function nameChunk(entries: readonly string[]): string | undefined {
    if (entries.includes(app)) return "site"
    const visited = entries.flatMap((id) => screens.get(id) ?? [])
    if (visited.length > 0) return only(visited)?.name ?? only(visited.map(({ audience }) => audience)) ?? "site"
    const ofOffice = entries.filter((id) => !ofPublic.has(id))
    if (ofOffice.length < OFFICE_SHARE) return undefined
    return ofOffice.length === entries.length ? "back-office" : "on-demand"
  }

  const loads = [app, ...lazy].flatMap((entry) => Array.from(reach(graph, entry), (id) => ({ id, entry })))
  const named = Array.from(
    Map.groupBy(loads, ({ id }) => id),
    ([id, of]) => ({ id, name: nameChunk(of.map(({ entry }) => entry)) }),
  )
  return new Map(named.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
}

/** Lists the modules of all chunks that a page fetches before it works. */
export function listLoaded(graph: Graph, app: string, screens: readonly string[]): Set<string> {
  const names = nameChunks(graph, app)
  const needed = new Set([app, ...screens].flatMap((id) => [...reach(graph, id)]))
  const chunks = new Set(Array.from(needed, (id) => names.get(id)))
  return new Set([...graph.keys()].filter((id) => needed.has(id) || (names.has(id) && chunks.has(names.get(id)))))
}

export function isScreen(id: string) {
  return /^client\/routes\/.*\?tsr-split/.test(id)
}

function isOffice(id: string) {
  return id.startsWith("client/routes/admin")
}

function findAudience(loaded: ReadonlySet<string>): string | undefined {
  const found = audiences.filter((folder) => [...loaded].some((id) => id.startsWith(`client/site/${folder}/`)))
  const folder = only(found)
  return folder && `${folder}-pages`
}

/** Lists what a module loads at once, or at any time unless another screen is opened. */
function reach(graph: Graph, start: string, { lazily = false } = {}): Set<string> {
  const found = new Set([start])
  for (const id of found) {
    const { imports = [], lazyImports = [] } = graph.get(id) ?? {}
    const later = lazily ? lazyImports.filter((next) => !isScreen(next)) : []
    for (const next of [...imports, ...later]) if (graph.has(next)) found.add(next)
  }
  return found
}

/** Returns the value that all have, if there is one. */
function only<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}
