import type { Administrator } from "./administrator.ts"
import { contactRequest } from "./contact-load.ts"
import { RARE_WORD, SMALL_SECTOR } from "./filled-site.ts"
import { type Case, TRPC_LIST } from "./load-cases.ts"
import { type Response, send } from "./one-by-one.ts"

/** A running site with so many projects and as many messages. */
export interface Grown {
  url: string
  rows: number
  administrator: Administrator
  /** Those of the load section that are looked up on the site itself. */
  files: Case[]
}

export interface GrowthCase {
  name: string
  /** Whether it must cost the same at every size: asked of public pages, and of page one of a table. */
  flat?: true
  send: (grown: Grown) => Promise<Response>
}

const brotli = { "Accept-Encoding": "br" }

export const growthCases: GrowthCase[] = [
  page("home", "/"),
  page("sector page, 20 projects", SMALL_SECTOR.path),
  page("sector page, a sixth of all", "/construction"),
  afterWrite("home", "/"),
  afterWrite("sector page, 20 projects", SMALL_SECTOR.path),
  afterWrite("sector page, a sixth of all", "/construction"),
  { name: "GET /api/projects, all", send: ({ url }) => send(`${url}/api/projects`) },
  { name: "tRPC list, 20 projects", send: ({ url }) => send(url + TRPC_LIST) },
  file("asset"),
  file("uploaded picture"),
  { name: "POST /api/contact", send: sendMessage },
  ...table("projects", { sort: "newest" }, "terminé"),
  ...table("messages", {}, "terrain"),
  admin("statistics", "stats.overview"),
  admin("statistics, newest projects", "stats.recent"),
]

function page(name: string, path: string): GrowthCase {
  return { name, flat: true, send: ({ url }) => send(url + path, { headers: brotli }) }
}

function afterWrite(name: string, path: string): GrowthCase {
  return {
    name: `${name}, after a write`,
    flat: true,
    async send({ url, administrator }) {
      await administrator.changeProject()
      return send(url + path, { headers: brotli })
    },
  }
}

function file(name: string): GrowthCase {
  return {
    name,
    send({ url, files }) {
      const found = files.find((one) => one.name.startsWith(name))
      if (!found) throw new Error(`No ${name} was found`)
      return send(url + found.path, { headers: found.headers })
    },
  }
}

let sent = 0

function sendMessage({ url }: Grown): Promise<Response> {
  sent += 1
  return send(`${url}/api/contact`, { ...contactRequest, body: contactRequest.body.replace("<id>", String(sent)) })
}

/** The administrator's table: its pages, and what it finds. */
function table(of: "projects" | "messages", more: object, frequent: string): GrowthCase[] {
  const search = (text: string, page = 1) => ({ search: text, page, ...more })
  const letters = Object.entries({ "one letter": "a", "two letters": "ma", "three letters": "mai" })
  const lastPage = ({ rows }: Grown) => Math.floor((rows - 1) / 50) + 1
  return [
    { ...admin(`table of ${of}, page one`, `${of}.search`, () => search("")), flat: true },
    admin(`table of ${of}, last page`, `${of}.search`, (grown) => search("", lastPage(grown))),
    ...letters.map(([what, text]) => admin(`search ${of}, ${what}`, `${of}.search`, () => search(text))),
    admin(`search ${of}, a rare word`, `${of}.search`, () => search(RARE_WORD)),
    admin(`search ${of}, a frequent word`, `${of}.search`, () => search(frequent)),
  ]
}

function admin(name: string, procedure: string, input?: (grown: Grown) => unknown): GrowthCase {
  return {
    name,
    send(grown) {
      const query = input ? `?input=${encodeURIComponent(JSON.stringify(input(grown)))}` : ""
      return send(`${grown.url}/trpc/${procedure}${query}`, { headers: grown.administrator.headers })
    },
  }
}
