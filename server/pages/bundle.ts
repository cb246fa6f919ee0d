import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type * as EntryServer from "#client/entry-server.tsx"

/** What renders pages, and what a page's document loads. */
export interface Bundle {
  renderPage: typeof EntryServer.renderPage
  /** Addresses of the entry's module and of those it imports. */
  script: string
  preloads: readonly string[]
  /** The code that fetches them when they are wanted; without it they come with the page. */
  starter?: string
  /** Head tags that only development needs. */
  devTags?: string
}

interface ManifestChunk {
  file: string
  imports?: string[]
}

const dist = join(import.meta.dirname, "../../dist")

export const clientDir = join(dist, "client")

/** The built client. React picks its fast build by NODE_ENV, which must be set before this. */
export async function loadBundle(): Promise<Bundle> {
  const manifest: Record<string, ManifestChunk> = JSON.parse(
    await readFile(join(clientDir, ".vite/manifest.json"), "utf8"),
  )
  const [entry, starter] = [manifest["client/entry-browser.tsx"], manifest["client/starter.ts"]]
  if (!entry || !starter) throw new Error("dist/client/.vite/manifest.json ne nomme pas les entrées du client")
  const module: typeof EntryServer = await import(pathToFileURL(join(dist, "server/entry-server.js")).href)
  const preloads = (entry.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
  return {
    renderPage: module.renderPage,
    script: `/${entry.file}`,
    preloads: preloads.map((file) => `/${file}`),
    starter: (await readFile(join(clientDir, starter.file), "utf8")).trim(),
  }
}
