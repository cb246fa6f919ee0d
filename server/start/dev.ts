import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Hono } from "hono"
import { createRunnableDevEnvironment, createServer, isRunnableDevEnvironment } from "vite"
import type * as EntryServer from "#client/app/entry-server.tsx"
import type * as App from "#server/app.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import type * as Pages from "#server/pages/pages.ts"
import type { Bundle } from "#server/pages/render.ts"

type Fetch = ReturnType<typeof App.createApp>["fetch"]

const ENTRY = "client/app/entry-browser.tsx"

/**
 * Starts the app with hot reload: Vite serves the client's modules and runs the server's, so that the first request
 * after an edit runs the new code.
 */
export async function developApp(parts: Omit<App.Parts, "pages">): Promise<Fetch> {
  const vite = await createServer({
    server: { middlewareMode: true },
    environments: {
      ssr: {
        dev: {
          // Vite's own hot updates would end the process at the first edit of a route.
          createEnvironment: (name, config) =>
            createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
        },
      },
    },
  })

  function load<Module>(path: string): Promise<Module> {
    // It is read each time, since an edit of vite.config.ts creates new environments.
    const { ssr } = vite.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite’s ssr environment cannot run modules")
    return ssr.runner.import<Module>(path)
  }

  function bundleOf({ renderPage }: typeof EntryServer): Bundle {
    return { renderPage, app: { entry: `/${ENTRY}`, ofRoutes: {} }, isDevelopment: true }
  }

  const assets = new Hono<AppEnv & { Bindings: HttpBindings }>().use(async (c, next) => {
    const { incoming, outgoing } = c.env
    const passed = await new Promise<boolean>((resolve, reject) => {
      outgoing.once("close", () => resolve(false))
      vite.middlewares(incoming, outgoing, (error?: unknown) => (error ? reject(error) : resolve(true)))
    })
    return passed ? next() : RESPONSE_ALREADY_SENT
  })

  let current: { modules: object[]; fetch: Fetch } | undefined
  return async (...request) => {
    const app = await load<typeof App>("/server/app.ts")
    const pages = await load<typeof Pages>("/server/pages/pages.ts")
    const client = await load<typeof EntryServer>("/client/app/entry-server.tsx")
    const modules = [app, pages, client]
    // After an edit of a file behind it, Vite returns another module object.
    if (!current || modules.some((module, index) => module !== current?.modules[index])) {
      const routes = new Hono<AppEnv>().route("/", assets).route(
        "/",
        pages.pages(async () => bundleOf(client)),
      )
      current = { modules, fetch: app.createApp({ ...parts, pages: routes }).fetch }
    }
    return current.fetch(...request)
  }
}
