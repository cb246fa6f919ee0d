import { setTimeout as pause } from "node:timers/promises"
import type { Site } from "#server/testing/start-site.ts"
import { SMALL_SECTOR } from "./filled-site.ts"
import { send } from "./one-by-one.ts"

/** A URL whose response stays the same while nothing is written. */
export interface Case {
  name: string
  path: string
  headers: Record<string, string>
  /** The least share of the rate of Hono's constant body, where the site promises one. */
  share?: number
  /** The least share without the fast path. */
  plainShare?: number
  /** The least share with the rows in PostgreSQL. */
  postgresShare?: number
}

/** These limits are for cached responses. */
const limits = { share: 0.9, plainShare: 0.4, postgresShare: 0.7 }

const brotli = { "Accept-Encoding": "br" }
const identity = { "Accept-Encoding": "identity" }
const modern = { Accept: "image/avif,image/webp,*/*" }

/** This is the browser's own call for the projects of a page. */
export const TRPC_LIST = `/trpc/projects.page?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { sector: SMALL_SECTOR.sector, page: 1 } }))}`

export async function loadCases({ url }: Pick<Site, "url">): Promise<Case[]> {
  const home = (await send(url)).body.toString()
  const sector = SMALL_SECTOR.path
  return [
    { name: "home, identity", path: "/", headers: identity, ...limits },
    { name: "home, brotli", path: "/", headers: brotli, ...limits },
    { name: "sector page, 20 projects, identity", path: sector, headers: identity, ...limits },
    { name: "sector page, 20 projects, brotli", path: sector, headers: brotli, ...limits },
    { name: "GET /api/projects, 200 projects, identity", path: "/api/projects", headers: identity, ...limits },
    { name: "GET /api/projects, 200 projects, brotli", path: "/api/projects", headers: brotli, ...limits },
    { name: "tRPC list, 20 projects", path: TRPC_LIST, headers: identity },
    { name: "asset (style sheet), brotli", path: first(home, /\/assets\/[\w.-]+\.css/), headers: brotli },
    { name: "bundled picture's variant", path: first(home, /\/photos\/[\w.-]+-\d+\.avif/), headers: modern },
    { name: "uploaded picture's variant", path: await uploadedVariant(url), headers: modern },
  ]
}

function first(html: string, pattern: RegExp): string {
  const [found] = html.match(pattern) ?? []
  if (!found) throw new Error(`The home page holds no ${pattern}`)
  return found
}

/** Waits for the final variant: while it is encoded, another variant answers the first requests. */
async function uploadedVariant(url: string): Promise<string> {
  const projects = JSON.parse((await send(`${url}/api/projects`)).body.toString()) as { project_images: string[] }[]
  const name = projects.flatMap(({ project_images }) => project_images)[0]
  const path = `/uploads/${name}?w=640`
  while (!String((await send(url + path, { headers: modern })).headers["cache-control"]).includes("immutable")) {
    await pause(100)
  }
  return path
}
