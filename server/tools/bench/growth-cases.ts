import type { Administrator } from "./administrator.ts"
import { contactRequest } from "./contact-load.ts"
import { RARE_PAIR, RARE_WORD, SMALL_SECTOR } from "./filled-site.ts"
import { type Case, TRPC_LIST } from "./load-cases.ts"
import { type Response, send } from "./one-by-one.ts"

/** A running site with `rows` projects and as many messages. */
export interface Grown {
  url: string
  rows: number
  administrator: Administrator
  /** The cases of the load section that `file` requests. */
  files: Case[]
}

export interface GrowthCase {
  name: string
  /** A search may cost more in a larger table, up to a limit; all other requests must cost the same. */
  isSearch?: true
  /** The smallest size at which the answer has as many rows as at any larger one. */
  fullFrom?: number
  send: (grown: Grown) => Promise<Response>
}

const brotli = { "Accept-Encoding": "br" }

/** Both tables are searched for these texts. */
const texts = {
  "one letter": "a",
  "one letter, in no row": "ж",
  "two letters": "ma",
  "two letters, in no row": "zw",
  "two letters, in one row": RARE_PAIR,
  "three letters": "mai",
  "three letters, in no row": "zwe",
  "a rare word": RARE_WORD,
}

export const growthCases: GrowthCase[] = [
  page("home", "/"),
  page("sector page, 20 projects", SMALL_SECTOR.path),
  { ...page("sector page, a sixth of all", "/construction"), fullFrom: 1000 },
  afterWrite("home", "/"),
  afterWrite("sector page, 20 projects", SMALL_SECTOR.path),
  { ...afterWrite("sector page, a sixth of all", "/construction"), fullFrom: 1000 },
  projectPage("project page"),
  afterWriteOf(projectPage("project page")),
  page("all projects", "/realisations"),
  afterWrite("all projects", "/realisations"),
  {
    ...afterWrite("all projects of a sector and a status", "/realisations?secteur=construction&statut=termine"),
    fullFrom: 1000,
  },
  afterWrite("all projects of a year", "/realisations?annee=2025"),
  { name: "GET /api/projects, 1,000 at most", send: ({ url }) => send(`${url}/api/projects`), fullFrom: 1000 },
  { name: "tRPC list, 20 projects", send: ({ url }) => send(url + TRPC_LIST) },
  file("asset"),
  file("uploaded picture"),
  { name: "POST /api/contact", send: sendMessage },
  ...table("projects", { sort: "newest" }),
  search("projects", "a frequent word", "terminé", { sort: "newest" }),
  search("projects", "a less frequent word", "villa", { sort: "newest" }),
  search("projects", "by name, all at the end", "villa", { sort: "name" }),
  { name: "a save, with its revision", send: ({ administrator }) => administrator.changeProject() },
  admin("revisions of a project", "projects.revisions", ({ administrator }) => administrator.project.id),
  ...filters({
    "drafts, of which there are none": { state: "draft" },
    "published ones of a sector": { state: "published", sector: "Construction" },
    "of a sector and a status, by name": { sector: "Construction", status: "Terminé", sort: "name" },
    "of a year": { year: 2025 },
    "with pictures": { pictures: "with" },
    "of a sector, without pictures, that say « villa »": {
      sector: "Construction",
      pictures: "without",
      search: "villa",
    },
  }),
  ...table("messages"),
  search("messages", "a frequent word", "terrain"),
  search("messages", "a less frequent word", "maison"),
  search("messages", "a name", "mutombo"),
  search("messages", "two names and a word", "mutombo jean terrain"),
  search("messages", "a part of a telephone number", "899 111"),
  admin("statistics", "stats.overview"),
  admin("statistics, newest projects", "stats.recent"),
]

function page(name: string, path: string): GrowthCase {
  return { name, send: ({ url }) => send(url + path, { headers: brotli }) }
}

function afterWrite(name: string, path: string): GrowthCase {
  return afterWriteOf(page(name, path))
}

function afterWriteOf(one: GrowthCase): GrowthCase {
  return {
    name: `${one.name}, after a write`,
    async send(grown) {
      await grown.administrator.changeProject()
      return one.send(grown)
    },
  }
}

/** Requests a project of the small sector, so that few related projects are shown at every size. */
function projectPage(name: string): GrowthCase {
  return {
    name,
    send: ({ url, administrator }) => send(`${url}/realisations/${administrator.project.slug}`, { headers: brotli }),
  }
}

function filters(of: Record<string, object>): GrowthCase[] {
  return Object.entries(of).map(([name, criteria]) => {
    const params = { search: "", sort: "newest", page: 1, ...criteria }
    return { ...admin(`table of projects, ${name}`, "projects.search", () => params), isSearch: true as const }
  })
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

/** The pages and searches of the administrator's table. */
function table(of: "projects" | "messages", more = {}): GrowthCase[] {
  const turn = (page: number) => ({ search: "", page, ...more })
  return [
    admin(`table of ${of}, page one`, `${of}.search`, () => turn(1)),
    admin(`table of ${of}, last page`, `${of}.search`, ({ rows }) => turn(Math.floor((rows - 1) / 50) + 1)),
    ...Object.entries(texts).map(([what, text]) => search(of, what, text, more)),
  ]
}

function search(of: "projects" | "messages", what: string, text: string, more = {}): GrowthCase {
  return {
    ...admin(`search ${of}, ${what} « ${text} »`, `${of}.search`, () => ({ search: text, page: 1, ...more })),
    isSearch: true,
  }
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
