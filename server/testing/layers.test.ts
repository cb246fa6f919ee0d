import { posix } from "node:path"
import { expect, test } from "vitest"
import { type Import, importsOf, pathsUnder, readSource } from "./source-files.ts"

// From the roof down. A room is a folder, or a file at the top of its wing. Imports point down or stay on their floor;
// the rooms of a floor that stand apart do not know one another and meet further up.
const floors: { floor: string; rooms: string[]; apart?: true }[] = [
  { floor: "tests alone", rooms: ["server/testing"] },
  {
    floor: "roof",
    rooms: [
      ...[
        "server/main",
        "server/develop",
        "server/listener",
        "server/connections",
        "server/app",
        "server/answer-trpc",
        "server/sweep",
        "server/demo",
      ],
      ...["server/commands", "server/backup"],
    ],
  },
  { floor: "6", rooms: ["server/pages"] },
  {
    floor: "5",
    rooms: [
      ...["client/routes", "client/router", "client/router-context", "client/route-tree.gen"],
      ...["client/entry-browser", "client/entry-server", "client/starter"],
    ],
  },
  {
    floor: "4",
    rooms: ["client/site", "client/projects", "client/messages", "client/accounts", "client/stats", "client/admin"],
    apart: true,
  },
  {
    floor: "3",
    rooms: [
      ...["server/router", "client/copy", "client/ui", "client/photos", "client/fonts"],
      ...["client/api", "client/rest-query", "client/session", "client/failures", "client/alive"],
    ],
  },
  { floor: "2", rooms: ["server/projects", "server/messages", "server/accounts", "server/stats"], apart: true },
  {
    floor: "1",
    rooms: [
      ...["server/errors", "server/settings", "server/log", "server/database", "server/limits", "server/headers"],
      ...["server/trpc", "server/images", "server/health", "server/requests", "server/address", "server/json"],
      ...["server/multipart", "server/turns", "server/files", "server/kept", "server/metrics"],
    ],
  },
  { floor: "ground", rooms: ["server/contract"] },
]

const files = pathsUnder("server", "client").filter((path) => /\.tsx?$/.test(path) && !isTest(path))
const imports = files.flatMap(importsOf)

function isTest(path: string) {
  return /\.(test|e2e)\.tsx?$/.test(path)
}

function roomOf(path: string) {
  const rooms = floors.flatMap(({ rooms, apart }, depth) => rooms.map((room) => ({ room, apart, depth })))
  return rooms.find(({ room }) => path.startsWith(`${room}/`) || path.replace(/\.\w+$/, "") === room)
}

function inWords(found: Import[]) {
  return found.map(({ from, specifier }) => `${from} imports ${specifier}`)
}

test("every source file lives in a room of the table", () => {
  expect(files.filter((path) => !roomOf(path))).toEqual([])
})

test("imports point down, or stay within a floor whose rooms know one another", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [upper, lower] = [roomOf(from), roomOf(to)]
    if (!upper || !lower || upper.room === lower.room) return false
    return upper.depth > lower.depth || (upper.depth === lower.depth && upper.apart)
  })
  expect(inWords(wrong)).toEqual([])
})

test("no chain of imports comes back to where it began", () => {
  expect(findCircle(imports)).toEqual([])
})

test("from the server the client takes the contract's values and the type of its router, nothing else", () => {
  const wrong = imports.filter(({ from, to, onlyTypes }) => {
    if (!from.startsWith("client/") || !to.startsWith("server/") || to.startsWith("server/contract/")) return false
    return to !== "server/router.ts" || onlyTypes !== "{ AppRouter }"
  })
  expect(inWords(wrong)).toEqual([])
})

test("imports across folders start with #server/ or #client/, those within a folder with ./", () => {
  const written = imports.filter(({ from }) => !from.endsWith(".gen.ts"))
  const wrong = written.filter(({ from, to, specifier }) =>
    specifier.startsWith("#") ? posix.dirname(from) === posix.dirname(to) : !specifier.startsWith("./"),
  )
  expect(inWords(wrong)).toEqual([])
})

test("no folder and no file is named for what anything could be put into", () => {
  const vague = /^(utils?|helpers?|common|lib|libs|misc|shared|types)$/
  const wrong = pathsUnder("server", "client", "e2e").filter((path) =>
    vague.test(posix.basename(path).replace(/\..*/, "")),
  )
  expect(wrong).toEqual([])
})

test("no source file is longer than 200 lines, but for copy, migrations, demonstration, tests and generated ones", () => {
  const wrong = pathsUnder("server", "client", "e2e")
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !isTest(path) && !path.includes(".gen."))
    .filter((path) => !/^(client\/copy|server\/database\/migrations|server\/demo)\//.test(path))
    .map((path) => ({ path, lines: readSource(path).trimEnd().split("\n").length }))
  expect(wrong.filter(({ lines }) => lines > 200)).toEqual([])
})

/** The files of one circle of imports, the first again at the end, or none. */
function findCircle(all: Import[]) {
  const next = Map.groupBy(all, ({ from }) => from)
  const finished = new Set<string>()

  function follow(path: string, trail: string[]): string[] {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (finished.has(path)) return []
    const circles = (next.get(path) ?? []).map(({ to }) => follow(to, [...trail, path]))
    finished.add(path)
    return circles.find((circle) => circle.length > 0) ?? []
  }

  return [...next.keys()].map((path) => follow(path, [])).find((circle) => circle.length > 0) ?? []
}
