import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type * as EntryServer from "#client/entry-server.tsx"
import { programFolder } from "#server/program-folder.ts"

/** The client, as pages need it. */
export interface Bundle {
  renderPage: typeof EntryServer.renderPage
  /** How a page loads the application. */
  app: EntryServer.PageRequest["app"]
  /** Pages are not cached, and hot reload adds inline styles, which no policy forbids. */
  isDevelopment?: boolean
}

const dist = join(programFolder, "dist")

export const clientDir = join(dist, "client")

/** The built client. NODE_ENV must be set before, since React chooses its production build by it. */
export async function loadBundle(): Promise<Bundle> {
  // Written by listPageModules in vite.config.ts.
  const app: Bundle["app"] = JSON.parse(await readFile(join(clientDir, ".vite/pages.json"), "utf8"))
  const { renderPage }: typeof EntryServer = await import(pathToFileURL(join(dist, "server/entry-server.js")).href)
  return { renderPage, app }
}
