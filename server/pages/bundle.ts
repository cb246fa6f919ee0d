import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type * as EntryServer from "#client/entry-server.tsx"
import { programFolder } from "#server/program-folder.ts"
import { type Icons, readIcons } from "./icons.ts"

/** What renders pages, and what a page's document loads. */
export interface Bundle {
  renderPage: typeof EntryServer.renderPage
  /** Address of the entry's module. */
  script: string
  /** Addresses of the modules that it needs to draw a page of those routes, itself aside. */
  preloadsOf: (routeIds: readonly string[]) => readonly string[]
  /** The code that fetches them when they are wanted; without it they come with the page. */
  starter?: string
  /** Those that pages are to hold; without them pages name the file. */
  icons?: Icons
  /** Head tags that only development needs. */
  devTags?: string
}

const ENTRY = "client/entry-browser.tsx"
const [STARTER, ICONS] = ["client/hydration-loader.ts", "client/ui/icons.gen.svg"]

interface Chunk {
  file: string
  /** Names of other chunks. */
  imports?: string[]
}

/** Vite's, by the name of the source or of the chunk. */
type Manifest = Record<string, Chunk>

const dist = join(programFolder, "dist")

export const clientDir = join(dist, "client")

/** The built client. React picks its fast build by NODE_ENV, which must be set before this. */
export async function loadBundle(): Promise<Bundle> {
  const manifest: Manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8"))
  const [entry, starter, icons] = [manifest[ENTRY], manifest[STARTER], manifest[ICONS]]
  if (!entry || !starter || !icons)
    throw new Error("dist/client/.vite/manifest.json ne nomme pas les entrées du client")
  const module: typeof EntryServer = await import(pathToFileURL(join(dist, "server/entry-server.js")).href)
  return {
    renderPage: module.renderPage,
    script: `/${entry.file}`,
    preloadsOf: (routeIds) =>
      listModules(manifest, [ENTRY, ...routeIds.map(screenOf)]).filter((path) => path !== `/${entry.file}`),
    starter: (await readFile(join(clientDir, starter.file), "utf8")).trim(),
    icons: readIcons(`/${icons.file}`, await readFile(join(clientDir, icons.file), "utf8")),
  }
}

/** The chunk of a route's screen: `/contact/` is drawn by contact.index.tsx. */
function screenOf(routeId: string): string {
  const name = routeId.slice(1).replaceAll("/", ".") + (routeId.endsWith("/") ? "index" : "")
  return `client/routes/${name}.tsx?tsr-split=component`
}

/** Addresses of those chunks and of all that they import. */
function listModules(manifest: Manifest, names: readonly string[]): string[] {
  const found = new Set<string>()
  const wanted = [...names]
  for (const name of wanted) {
    const chunk = manifest[name]
    if (!chunk || found.has(`/${chunk.file}`)) continue
    found.add(`/${chunk.file}`)
    wanted.push(...(chunk.imports ?? []))
  }
  return [...found]
}
