import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Hono } from "hono"
import { createRunnableDevEnvironment, createServer, isRunnableDevEnvironment } from "vite"
import type * as EntryServer from "#client/entry-server.tsx"
import type * as Pages from "#server/pages/pages.ts"
import type * as App from "./app.ts"
import type { AppEnv } from "./http/app-env.ts"

const ENTRY = "client/entry-browser.tsx"

/**
 * The same app with hot reload in this process: Vite serves the client's modules, and the server's own modules are
 * run through it too, so that the next request after an edit meets the new code.
 */
export async function developApp(parts: Omit<App.Parts, "pages">): Promise<ReturnType<typeof App.createApp>["fetch"]> {
  const vite = await createServer({
    server: { middlewareMode: true },
    environments: {
      ssr: {
        dev: {
          // With hot updates of its own the runner would end the process at the first edit of a route.
          createEnvironment: (name, config) =>
            createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
        },
      },
    },
  })

  function load<Module>(path: string): Promise<Module> {
    // Asked for each time: a change of Vite's own configuration makes new environments.
    const { ssr } = vite.environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite’s ssr environment cannot run modules")
    return ssr.runner.import<Module>(path)
  }

  async function bundle() {
    const { renderPage } = await load<typeof EntryServer>("/client/entry-server.tsx")
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

  return async (...request) => {
    const { createApp } = await load<typeof App>("/server/app.ts")
    const { pages } = await load<typeof Pages>("/server/pages/pages.ts")
    return createApp({ ...parts, pages: new Hono<AppEnv>().route("/", assets).route("/", pages(bundle)) }).fetch(
      ...request,
    )
  }
}
