import { expect, test } from "vitest"
import { type Graph, nameChunks } from "./chunks.ts"
import type { BuiltGraph } from "./chunks-plugin.ts"
import { listCostlyImports } from "./costly-imports.ts"

const app = "client/app/entry-browser.tsx"
const screen = (name: string) => `client/routes/${name}.tsx?tsr-split=component`
const publicScreens = ["about", "portfolio", "project", "construction", "transport", "login", "register"].map(screen)
const officeScreens = ["admin.projects", "admin.messages", "admin.users", "admin.stats", "admin.audit"].map(screen)
const [about = "", portfolio = "", project = "", construction = "", transport = "", login = "", register = ""] =
  publicScreens
const [table = "", inbox = "", users = "", stats = "", journal = ""] = officeScreens

/** Modules and what each imports; what is imported dynamically has an exclamation mark. */
const imports: Record<string, string[]> = {
  [app]: ["client/ui/toast.tsx", ...[...publicScreens, ...officeScreens].map((id) => `!${id}`)],
  [about]: ["client/ui/figures.tsx"],
  [portfolio]: ["client/site/projects/card.tsx", "client/site/projects/filters.tsx"],
  [project]: ["client/site/projects/card.tsx", "client/ui/figures.tsx"],
  [construction]: ["client/site/projects/sector.tsx"],
  [transport]: ["client/site/projects/sector.tsx"],
  [login]: ["client/site/account/form.tsx", "client/site/account/passkey.ts", "!client/site/account/schema.ts"],
  [register]: ["client/site/account/form.tsx"],
  [table]: [
    "client/office/list/rows.tsx",
    "client/ui/dialog.tsx",
    "client/office/list/selection.tsx",
    "client/schemas.ts",
  ],
  [inbox]: [
    "client/office/list/rows.tsx",
    "client/ui/dialog.tsx",
    "client/office/list/selection.tsx",
    "client/schemas.ts",
  ],
  [users]: ["client/ui/dialog.tsx", "client/site/account/form.tsx", "client/schemas.ts"],
  [stats]: ["client/ui/dialog.tsx", "client/schemas.ts"],
  [journal]: ["client/ui/dialog.tsx", "client/schemas.ts"],
  "client/site/projects/sector.tsx": ["client/site/projects/card.tsx"],
  "client/site/account/schema.ts": ["client/schemas.ts"],
  "client/site/account/form.tsx": ["client/ui/field.tsx"],
  "client/site/projects/card.tsx": ["client/ui/carousel.tsx"],
}

function graphOf(changes: Record<string, string[]> = {}): Graph {
  const written = { ...imports, ...changes }
  const ids = new Set([...Object.keys(written), ...Object.values(written).flat()].map((id) => id.replace("!", "")))
  return new Map(
    Array.from(ids, (id) => {
      const all = written[id] ?? []
      const lazyImports = all.filter((one) => one.startsWith("!")).map((one) => one.slice(1))
      return [id, { imports: all.filter((one) => !one.startsWith("!")), lazyImports }]
    }),
  )
}

test.each([
  ["what every page loads", "client/ui/toast.tsx", "site"],
  ["what pages of several kinds share", "client/ui/figures.tsx", "site"],
  ["what only pages with projects share", "client/ui/carousel.tsx", "projects-pages"],
  ["what forms of accounts share, also with the office", "client/ui/field.tsx", "account-pages"],
  ["what one screen loads", "client/site/projects/filters.tsx", "portfolio"],
  ["the screen itself", login, "login"],
  ["what screens with the same imports load", "client/site/projects/sector.tsx", "construction"],
  ["each of those screens", transport, "construction"],
  ["what most of the office loads", "client/ui/dialog.tsx", "back-office"],
  ["what the office shares with what a public page loads later", "client/schemas.ts", "on-demand"],
  ["what two screens of the office share", "client/office/list/rows.tsx", undefined],
  ["a screen of the office", stats, undefined],
])("%s has its chunk", (_what, id, name) => {
  expect(nameChunks(graphOf(), app).get(id)).toBe(name)
})

test("no chunk imports one that imports it", () => {
  const graph = graphOf()
  const names = nameChunks(graph, app)
  const between = [...graph].flatMap(([id, module]) => module.imports.map((to) => [names.get(id), names.get(to)]))
  const named = between.filter(([from, to]) => from && to && from !== to).map(([from, to]) => `${from} ${to}`)
  expect(named).toContain("construction projects-pages")
  expect(named.filter((edge) => named.includes(edge.split(" ").reverse().join(" ")))).toEqual([])
})

test("the costliest imports name the importer, and where the module would be without it", () => {
  const graph = graphOf({ "client/ui/toast.tsx": ["client/ui/dialog.tsx"] })
  const names = nameChunks(graph, app)
  const bytesOf = (id: string) => (id === "client/ui/dialog.tsx" ? 5000 : 100)
  const modules: BuiltGraph["modules"] = Object.fromEntries(
    Array.from(graph, ([id, module]) => [id, { ...module, bytes: bytesOf(id), script: `/${names.get(id)}.js` }]),
  )
  expect(listCostlyImports({ app, modules }, ["/site.js", "/about.js"])).toEqual([
    { importer: app, imported: "client/ui/toast.tsx", bytes: 5100, otherwise: undefined },
    { importer: "client/ui/toast.tsx", imported: "client/ui/dialog.tsx", bytes: 5000, otherwise: "back-office" },
    { importer: about, imported: "client/ui/figures.tsx", bytes: 100, otherwise: "project" },
  ])
})
