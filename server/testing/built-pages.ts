import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { JSDOM } from "jsdom"
import { sitePages } from "#server/contract/site-pages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { addDemoProjects, storeDemoPictures } from "#server/demo/add-demo.ts"
import { listenerOf, openServer } from "#server/http/listener.ts"
import { securityHeaders } from "#server/http/security-headers.ts"
import { servePages } from "#server/pages/serve.ts"
import { startApp } from "./start-app.ts"

// React chooses its production build by it, and the built pages are one.
process.env.NODE_ENV = "production"
const pages = await servePages()

export const ORIGIN = "http://site.example"

type Given = NonNullable<Parameters<typeof startApp>[0]>

/** Starts the app with the built pages, at ORIGIN. */
export async function startBuiltPages(given: Given = {}) {
  const site = await startApp({ pages, ...given })
  const request = (path: string, init?: RequestInit) => site.app.request(ORIGIN + path, init)
  return {
    ...site,
    request,
    /** Reads a page as a browser without JavaScript does. */
    async open(path: string) {
      const response = await request(path)
      const html = await response.text()
      const { document } = new JSDOM(html, { url: ORIGIN + path }).window
      return { status: response.status, headers: response.headers, html, document }
    },
  }
}

/** Starts it with the projects of the demonstration. */
export async function startDemoSite(given: Given = {}) {
  const site = await startBuiltPages(given)
  const pictures = await storeDemoPictures(site.images)
  await inTransaction(site.db, (trx) => addDemoProjects(trx, pictures, new Date()))
  return site
}

/** Lets a site listen as the program does, on a free port. */
export async function listenWith({ app, settings }: Pick<Awaited<ReturnType<typeof startApp>>, "app" | "settings">) {
  const headers = securityHeaders(settings.publicUrl)
  const server = openServer(listenerOf(app, headers), headers).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.dispose]: () => void server.close() }
}

/** Every public page that is not about accounts. */
export const publicPaths = sitePages.filter(({ isInSitemap = true }) => isInSitemap).map(({ path }) => path)

/** Returns the text that people see, with single spaces: not that of scripts, icons, or what is hidden until asked for. */
export function visibleText(element: Element): string {
  return textsOf(element).join("").replace(/\s+/g, " ").trim()
}

const unseen = "script, style, template, noscript, svg, [hidden], [popover], .sr-only"

function textsOf(node: Node): string[] {
  return [...node.childNodes].flatMap((child) => {
    if (child.nodeType === child.TEXT_NODE) return [child.textContent ?? ""]
    if (child.nodeType !== child.ELEMENT_NODE || (child as Element).matches(unseen)) return []
    return [" ", ...textsOf(child), " "]
  })
}

/** Returns the content of a meta element: metaOf(document, "og:title"). */
export function metaOf(document: Document, name: string): string | undefined {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="${name}"], meta[property="${name}"]`)
  return found?.content
}

/** Returns the target of a link element, as it stands in the page. */
export function linkOf(document: Document, rel: string): string | undefined {
  return document.querySelector(`link[rel="${rel}"]`)?.getAttribute("href") ?? undefined
}

/** Parses the JSON-LD blocks; one that is no JSON throws. */
export function linkedDataOf(document: Document): Record<string, unknown>[] {
  const blocks = document.querySelectorAll('script[type="application/ld+json"]')
  return Array.from(blocks, (block) => JSON.parse(block.textContent ?? ""))
}
