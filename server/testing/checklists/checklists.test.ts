// @module-tag isolated
import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Generator, getConfig } from "@tanstack/router-generator"
import { afterAll, beforeAll, expect, test } from "vitest"

const run = promisify(execFile)

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The checklists of docs/architecture.md, each with the change that is made by it, one after the other. */
const checklists = ["page", "field", "domain", "task", "setting"] as const

const copied = ["client", "server", "e2e", "docs", "package.json", "tsconfig.json", "vite.config.ts", "biome.json"]

let copy = ""

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "lisanga-checklists-"))
  for (const name of copied) await cp(join(root, name), join(copy, name), { recursive: true })
  await symlink(join(root, "node_modules"), join(copy, "node_modules"))
  for (const name of checklists) await run("git", ["apply", join(import.meta.dirname, `${name}.patch`)], { cwd: copy })
  // `npm run dev` writes the tree of routes.
  await new Generator({ config: await getConfig(routes, copy), root: copy }).run()
}, 120_000)

afterAll(() => rm(copy, { recursive: true }))

const routes = {
  target: "react",
  routesDirectory: "client/routes",
  generatedRouteTree: "client/app/route-tree.gen.ts",
  routeFileIgnorePattern: "\\.test\\.",
  quoteStyle: "double",
  semicolons: false,
} as const

/** Returns the paths that a change touches, of which new ones are marked. */
async function pathsOf(name: string): Promise<{ path: string; isNew: boolean }[]> {
  const patch = await readFile(join(import.meta.dirname, `${name}.patch`), "utf8")
  return patch
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => ({ path: /^a\/(\S+)/.exec(part)?.[1] ?? "", isNew: part.includes("\nnew file mode ") }))
}

/** Returns the paths that the checklist names, with NAME for the name and NUMBER for the number of what is added. */
async function namedPaths(name: string): Promise<string[]> {
  const text = await readFile(join(root, "docs/architecture.md"), "utf8")
  const list = text.split(/^### /m).find((part) => part.startsWith(`A ${name}\n`)) ?? ""
  return Array.from(list.matchAll(/^- `([^`]+)`/gm), ([, path = ""]) => path)
}

function isNamed(path: string, named: readonly string[]): boolean {
  return named.some((one) => new RegExp(`^${one.replaceAll(".", "\\.").replace(/NUMBER|NAME/g, "[^/]+")}$`).test(path))
}

test.each(checklists)(
  "the checklist « A %s » names each file that such a change touches, and no other",
  async (name) => {
    const [touched, named] = [await pathsOf(name), await namedPaths(name)]
    expect(touched.length).toBeGreaterThan(0)
    expect(touched.filter(({ path }) => !isNamed(path, named))).toEqual([])
    expect(named.filter((one) => !touched.some(({ path }) => isNamed(path, [one])))).toEqual([])
    const isPattern = (one: string) => /NAME|NUMBER/.test(one)
    expect(touched.filter(({ path, isNew }) => isNew && !isNamed(path, named.filter(isPattern)))).toEqual([])
  },
)

test("with the changes of all checklists the types are right", { timeout: 300_000 }, async () => {
  const compiled = run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"], { cwd: copy })
  const { stdout } = await compiled.catch((failure: { stdout: string }) => failure)
  expect(stdout).toBe("")
})

test("with them the field is everywhere, the page's content is stored, and the domain works", {
  timeout: 300_000,
}, async () => {
  const files = [
    "client/office/projects/project-schema",
    "server/content/published",
    "server/newsletter",
    "server/pages/api-docs/document",
    "server/settings.test",
  ]
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "server/testing/vitest.config.ts"]
  const projects = ["--project", "sqlite", "--project", "sqlite-isolated"]
  // An example of the new page's content is written unless this is a CI run.
  const env = { ...process.env, CI: "", VITEST: undefined, NODE_ENV: "test" }
  const tested = run(process.execPath, [...args, ...projects, ...files], { cwd: copy, env })
  const { stdout } = await tested.catch((failure: { stdout: string }) => failure)
  expect(stdout).toMatch(/Test Files.* passed/)
  expect(stdout).not.toMatch(/Tests.*failed/)
})
