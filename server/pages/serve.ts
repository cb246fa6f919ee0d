import { Hono } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import { staticFiles } from "#server/http/static-files.ts"
import { clientDir, loadBundle } from "./bundle.ts"
import { pages } from "./pages.ts"

/** The built client: static files, then rendered pages. */
export async function servePages() {
  const bundle = await loadBundle()
  return new Hono<AppEnv>().use(await staticFiles(clientDir)).route(
    "/",
    pages(async () => bundle),
  )
}
