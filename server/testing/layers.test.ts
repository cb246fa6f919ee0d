import { posix } from "node:path"
import { expect, test } from "vitest"
import { type Import, importsOf, pathsUnder, readSource } from "./source-files.ts"

/** The folders of the domains that server/domains.ts lists. */
const domainFolders = Array.from(
  readSource("server/domains.ts").matchAll(/from "\.\/([a-z/-]+)\/domain\.ts"/g),
  ([, folder]) => `server/${folder}`,
)

/**
 * Layers from the top down. A module is a folder, or a file that stands above the others of its folder; a file belongs to the
 * innermost module around it. Imports point down, or to another module of the same layer unless that layer is marked `apart`.
 */
const layers: { modules: string[]; apart?: true }[] = [
  { modules: ["client/testing"] },
  { modules: ["server/testing", "server/tools"] },
  {
    modules: ["server/main", "server/tasks", "server/start", "server/app", "server/cli", "server/demo"],
  },
  { modules: ["server/backup"] },
  { modules: ["server/pages", "server/reports"], apart: true },
  {
    modules: [
      "client/app/entry-browser",
      "client/app/entry-server",
      "client/app/hydration-loader",
      "client/site/service-worker",
    ],
  },
  { modules: ["client/app/router", "client/app/route-tree.gen", "client/routes"] },
  { modules: ["client/office/dashboard"] },
  {
    modules: [
      "client/site/home",
      "client/site/about",
      "client/site/sectors",
      "client/site/request-status",
      "client/site/account",
      "client/site/offline",
      "client/office/projects",
      "client/office/inbox",
      "client/office/content",
      "client/office/users",
      "client/office/journal",
      "client/office/figures",
      "client/office/tokens",
    ],
    apart: true,
  },
  {
    modules: ["client/site/projects", "client/site/contact", "client/office/account", "client/office/pictures"],
    apart: true,
  },
  { modules: ["client/office/list"] },
  { modules: ["client/site/frame", "client/office/frame"], apart: true },
  { modules: ["client/office/editing"] },
  { modules: ["client/office/reauthentication"] },
  { modules: ["client/office/ui"] },
  { modules: ["client/office/french"] },
  { modules: ["client/uploads", "client/pictures"], apart: true },
  { modules: ["client/app"] },
  { modules: ["client/ui"] },
  { modules: ["client/icons", "client/fonts"] },
  { modules: ["server/router"] },
  { modules: ["server/domains"] },
  { modules: domainFolders, apart: true },
  { modules: ["server/domain"] },
  { modules: ["server/messages/assignees"] },
  { modules: ["server/http", "server/jobs"], apart: true },
  { modules: ["server/trpc"] },
  {
    modules: ["server/images", "server/audit", "server/content/published", "server/projects/versions", "server/csv"],
    apart: true,
  },
  { modules: ["server/images/store"] },
  { modules: ["server/errors", "server/concurrency-limit"] },
  { modules: ["server/database"] },
  {
    modules: [
      "server/settings",
      "server/log",
      "server/files",
      "server/secrets",
      "server/phone-number",
      "server/program",
    ],
  },
  { modules: ["server/pictures/bundled"] },
  { modules: ["server/contract"] },
]

const files = pathsUnder("server", "client").filter((path) => /\.(tsx?|mjs)$/.test(path) && !isTest(path))
const imports = files.flatMap(importsOf)

function isTest(path: string) {
  return /\.(test|e2e)\.tsx?$/.test(path)
}

function moduleOf(path: string) {
  const modules = layers.flatMap(({ modules, apart }, depth) => modules.map((name) => ({ name, apart, depth })))
  const around = modules.filter(({ name }) => path.startsWith(`${name}/`) || path.replace(/\.\w+$/, "") === name)
  return around.toSorted((one, other) => other.name.length - one.name.length).at(0)
}

function listImports(found: Import[]) {
  return found.map(({ from, specifier }) => `${from} imports ${specifier}`)
}

test("every source file belongs to a layer", () => {
  expect(files.filter((path) => !moduleOf(path))).toEqual([])
})

test("imports, types included, point down", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [upper, lower] = [moduleOf(from), moduleOf(to)]
    if (!upper || !lower || upper.name === lower.name) return false
    return upper.depth > lower.depth || (upper.depth === lower.depth && upper.apart)
  })
  expect(listImports(wrong)).toEqual([])
})

test("no circle of imports between folders", () => {
  const between = imports.flatMap(({ from, to }) => {
    const [upper, lower] = [moduleOf(from)?.name, moduleOf(to)?.name]
    return upper && lower && upper !== lower ? [{ from: upper, to: lower }] : []
  })
  expect(findCycle(between)).toEqual([])
})

test("no circle of imports between subfolders", () => {
  const folderOf = (path: string) => {
    const folder = posix.dirname(path)
    const isModule = moduleOf(path)?.name === path.replace(/\.\w+$/, "")
    return folder.includes("/") && !isModule ? folder : path
  }
  const between = imports
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(findCycle(between)).toEqual([])
})

test("no circle of imports between files", () => {
  expect(findCycle(imports)).toEqual([])
})

test("from the server the client takes the contract's values and the type of its router, nothing else", () => {
  const wrong = imports.filter(({ from, to, onlyTypes }) => {
    if (!/^client\/(?!testing\/)/.test(from) || !to.startsWith("server/") || to.startsWith("server/contract/"))
      return false
    return to !== "server/router.ts" || onlyTypes !== "{ AppRouter }"
  })
  expect(listImports(wrong)).toEqual([])
})

test("server/trpc, the domain's queries and commands, and storage know neither Hono nor node:http", () => {
  const transport = /from "(hono|@hono|node:http)/
  const free = /^server\/(trpc|database|images|images\/store|audit|contract)$/
  const isFree = (path: string) =>
    free.test(moduleOf(path)?.name ?? "") || /\/(router|queries|commands)\.ts$/.test(path)
  expect(files.filter((path) => isFree(path) && transport.test(readSource(path)))).toEqual([])
})

test("only server/database, backup and testing import an engine's own files, or ask which engine it is", () => {
  const wrong = imports.filter(({ from, to }) => {
    const isOfEngine = /^server\/database\/((sqlite|postgres)\/|core\/engine\.ts$)/.test(to)
    return isOfEngine && !/^server\/(database|backup|testing)\//.test(from)
  })
  expect(listImports(wrong.filter(({ onlyTypes }) => !onlyTypes))).toEqual([])
})

test("a domain has a router, a REST adapter and queries, or commands in place of one of the first two", () => {
  // Uploads carry files, which no tRPC procedure accepts; only the back office uses views and tokens.
  const partsOf = (name: string) => [
    name === "server/pictures/uploads" ? "commands" : "router",
    ["server/accounts/views", "server/accounts/tokens"].includes(name) ? "commands" : "rest",
    "queries",
  ]
  const expected = domainFolders.flatMap((name) => partsOf(name).map((part) => `${name}/${part}.ts`))
  expect(expected.length).toBeGreaterThan(20)
  expect(expected.filter((path) => !files.includes(path))).toEqual([])
})

test("imports across folders start with #server/ or #client/, those within a folder with ./", () => {
  const written = imports.filter(({ from }) => !from.endsWith(".gen.ts") && !from.endsWith(".mjs"))
  const wrong = written.filter(({ from, to, specifier }) =>
    specifier.startsWith("#") ? posix.dirname(from) === posix.dirname(to) : !specifier.startsWith("./"),
  )
  expect(listImports(wrong)).toEqual([])
})

test("no folder and no file has a catch-all name", () => {
  const vague = /^(utils?|helpers?|common|lib|libs|misc|shared|types)$/
  const wrong = pathsUnder("server", "client", "e2e").filter((path) =>
    vague.test(posix.basename(path).replace(/\..*/, "")),
  )
  expect(wrong).toEqual([])
})

/** Returns the nodes of one cycle, ending with the first one again, or none. */
function findCycle(edges: readonly { from: string; to: string }[]) {
  const next = Map.groupBy(edges, ({ from }) => from)
  const finished = new Set<string>()

  function follow(node: string, trail: string[]): string[] {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (finished.has(node)) return []
    const cycles = [...new Set((next.get(node) ?? []).map(({ to }) => to))].map((to) => follow(to, [...trail, node]))
    finished.add(node)
    return cycles.find((cycle) => cycle.length > 0) ?? []
  }

  return [...next.keys()].map((node) => follow(node, [])).find((cycle) => cycle.length > 0) ?? []
}
