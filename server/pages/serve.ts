import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Hono } from "hono"
import type * as EntryServer from "#client/app/entry-server.tsx"
import type { AppEnv } from "#server/http/app-env.ts"
import { staticFiles } from "#server/http/static-files.ts"
import { programFolder } from "#server/program.ts"
import { pages } from "./pages.ts"
import type { Bundle } from "./render.ts"

const dist = join(programFolder, "dist")

export const clientFolder = join(dist, "client")

/** Serves the built client: its static files, then rendered pages. */
export async function servePages() {
  const bundle = await loadBundle()
  return new Hono<AppEnv>().use(await staticFiles(clientFolder)).route(
    "/",
    pages(async () => bundle),
  )
}

/** NODE_ENV must be set first, since React chooses its production build by it. */
async function loadBundle(): Promise<Bundle> {
  // listPageModules in vite.config.ts writes this file.
  const app: Bundle["app"] = JSON.parse(await readFile(join(clientFolder, ".vite/pages.json"), "utf8"))
  const { renderPage }: typeof EntryServer = await import(pathToFileURL(join(dist, "server/entry-server.js")).href)
  return { renderPage, app }
}
