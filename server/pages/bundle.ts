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
  const entry = manifest["client/entry-browser.tsx"]
  if (!entry) throw new Error("dist/client/.vite/manifest.json ne nomme pas client/entry-browser.tsx")
  const module: typeof EntryServer = await import(pathToFileURL(join(dist, "server/entry-server.js")).href)
  const preloads = (entry.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
  return { renderPage: module.renderPage, script: `/${entry.file}`, preloads: preloads.map((file) => `/${file}`) }
}
