import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createTRPCClient } from "@trpc/client"
import type { Project } from "#server/contract/projects.ts"
import { findSector } from "#server/contract/sectors.ts"
import { listenerOf, openServer } from "#server/http/listener.ts"
import { securityHeaders } from "#server/http/security-headers.ts"
import { pages } from "#server/pages/pages.ts"
import type { Bundle } from "#server/pages/render.ts"
import type { AppRouter } from "#server/router.ts"
import { sendRawRequest } from "./send-raw-request.ts"
import { startApp } from "./start-app.ts"

type Start = NonNullable<Parameters<typeof startApp>[0]>

const statuses = { found: 200, fixed: 200, moved: 301, gone: 410, missing: 404 }

/**
 * Starts the real app with a minimal client: a page shows its URL, the signed-in e-mail, and its sector's projects. A
 * test can list what was rendered, and delay renderings after they have read their projects.
 */
export async function startPages(given: Start = {}) {
  const rendered: string[] = []
  const seenHeaders: string[] = []
  const held: string[] = []
  let gate: Promise<void> | undefined
  const bundle: Bundle = {
    app: { entry: "/assets/entry.js", ofRoutes: {} },
    async renderPage({ request, link, origin, rejection, receipt }) {
      request.signal.throwIfAborted()
      const { pathname, searchParams } = new URL(request.url)
      const path = request.url.slice(new URL(request.url).origin.length)
      rendered.push(path)
      seenHeaders.push(...request.headers.keys())
      const client = createTRPCClient<AppRouter>({ links: [link] })
      const sector = findSector(pathname.slice(1))
      const page = Number(searchParams.get("page") ?? 1)
      const { projects } = sector ? await client.projects.page.query({ sector, page }) : { projects: [] as Project[] }
      const slug = /^\/realisations\/(.+)/.exec(pathname)?.[1]
      const found = slug && (await client.projects.atSlug.query(slug).catch(() => ({ kind: "missing" as const })))
      if (found && found.kind === "found") projects.push(found.project)
      if (pathname === "/realisations") projects.push(...(await client.projects.portfolio.query({ page })).projects)
      const account = await client.accounts.me.query()
      if (gate) held.push(path)
      await gate
      const isMissing = /^\/(nowhere$|apercu\/)/.test(pathname) || (page > 1 && projects.length === 0)
      const texts = [origin + path, account ? account.email : "nobody", ...projects.map(({ name }) => name)]
      const posted = [rejection?.message ?? "", receipt ? `${receipt.reference} ${receipt.statusUrl}` : ""]
      const body = [...texts, ...posted].map((text) => `<p>${text}</p>`).join("")
      const html = `<!DOCTYPE html><html><head><script>go()</script></head><body>${body}</body></html>`
      const status = isMissing ? 404 : statuses[found ? found.kind : "found"]
      return { status, html, data: "[]", inlineScripts: ["go()"] }
    },
  }
  const site = await startApp({ ...given, pages: pages(async () => bundle) })
  const reachedApp: string[] = []
  const headers = securityHeaders(site.settings.publicUrl)
  const seen = {
    fastPath: site.app.fastPath,
    fetch(request, ...bindings) {
      reachedApp.push(request.url.slice(new URL(request.url).origin.length))
      return site.app.fetch(request, ...bindings)
    },
  } satisfies Parameters<typeof listenerOf>[0]
  const server = openServer(listenerOf(seen, headers), headers).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { host } = new URL(site.settings.publicUrl ?? "http://site.example")
  return {
    ...site,
    port,
    /** Sends the request to the port, where the fast path comes before the app. */
    request: (path: string, { headers, ...options }: Parameters<typeof sendRawRequest>[2] = {}) =>
      sendRawRequest(port, path, { ...options, headers: { Host: host, ...headers } }),
    async [Symbol.asyncDispose]() {
      server.close()
      await site[Symbol.asyncDispose]()
    },
    /** The paths that were rendered so far. */
    rendered,
    /** The paths whose renderings have read their projects, and wait for the function that `hold` returned. */
    held,
    /** The paths that the fast path did not serve. */
    reachedApp,
    /** The names of the request headers that renderings received. */
    seenHeaders,
    /** Delays renderings until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    async read(path: string, headers: Record<string, string> = {}) {
      return (await sendRawRequest(port, path, { headers: { Host: host, ...headers } })).text()
    },
  }
}
