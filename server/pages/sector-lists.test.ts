import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { linkOf, ORIGIN, startBuiltPages, startDemoSite, visibleText } from "#server/testing/built-pages.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"

function mainOf(document: Document) {
  const main = document.querySelector("main")
  if (!main) throw new Error("The page has no main part")
  return main
}

const demo = await startDemoSite()
afterAll(() => demo[Symbol.asyncDispose]())

test.each(SECTORS)("the projects of %s arrive with name, place, text and status, newest first", async (sector) => {
  const response = await demo.request(`/api/projects?sector=${encodeURIComponent(sector)}`)
  const projects = (await response.json()) as Record<string, string | null>[]
  expect(projects.length).toBeGreaterThanOrEqual(2)
  const text = visibleText(mainOf((await demo.open(`/${SECTOR_SLUGS[sector]}`)).document))
  let from = 0
  for (const { project_name, description, address, status } of projects) {
    for (const shown of [project_name, address, description, status]) {
      const at = text.indexOf(shown?.replace(/\s+/g, " ") ?? "", from)
      expect(at, `${shown} after ${text.slice(from, from + 40)}`).toBeGreaterThanOrEqual(from)
      from = at
    }
  }
})

test.each([
  ["/construction", "Aucun projet de construction trouvé."],
  ["/agriculture", "Aucun projet d'agriculture trouvé."],
  ["/elevage", "Aucun projet d'élevage trouvé."],
  ["/transport", "Aucun projet de transport trouvé."],
  ["/ventes-materiaux", "Aucun projet trouvé."],
  ["/immobilier", "Aucun projet immobilier trouvé."],
])("without a project, %s says so as it arrives: %s", async (path, text) => {
  await using site = await startBuiltPages()
  const shown = visibleText(mainOf((await site.open(path)).document))
  expect(shown).toContain(text)
  expect(shown).not.toContain("Chargement des projets...")
})

test("a list that fails while its page is rendered says so in its place with status 500, and is not kept", async () => {
  await using site = await startBuiltPages()
  await site.db.schema.alterTable("projects").renameTo("projects_away").execute()
  for (const path of ["/", "/about", "/contact"]) expect((await site.request(path)).status, path).toBe(200)
  const { status, headers, document } = await site.open("/construction")
  expect([status, headers.get("Cache-Control")]).toEqual([500, "no-store"])
  const list = [...document.querySelectorAll("section")].find((section) => /Nos Réalisations/.test(section.innerHTML))
  expect(list?.querySelector("[role=alert]")?.textContent).toBe("Erreur serveur")
  // The fixed projects belong to the page.
  expect(list?.querySelectorAll("h3")).toHaveLength(7)
  await site.db.schema.alterTable("projects_away").renameTo("projects").execute()
  const again = await site.open("/construction")
  expect(again.status).toBe(200)
  expect(visibleText(mainOf(again.document))).not.toContain("Erreur serveur")
})

describe("fifty projects of construction and 24 of transport", () => {
  let site: Awaited<ReturnType<typeof startBuiltPages>>
  beforeAll(async () => {
    site = await startBuiltPages()
    await createTestProjects(
      site.db,
      Array.from({ length: 50 }, (_, index) => ({ name: `Chantier ${index + 1}` })),
    )
    await createTestProjects(
      site.db,
      Array.from({ length: 24 }, () => ({ sector: "Transport" as const })),
    )
  })
  afterAll(() => site[Symbol.asyncDispose]())

  async function read(path: string) {
    const { status, document } = await site.open(path)
    const headings = Array.from(document.querySelectorAll("h3"), ({ textContent }) => textContent ?? "")
    const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Voir plus")
    return { status, document, headings, more: link?.getAttribute("href") }
  }

  const numbered = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Chantier ${from - index}`)

  test("« Voir plus » leads through pages of 24, newest first, to the oldest project", async () => {
    const first = await read("/construction")
    expect(first.headings.filter((heading) => heading.startsWith("Chantier"))).toEqual(numbered(50, 27))
    expect(first.more).toBe("/construction?page=2")
    const second = await read("/construction?page=2")
    expect(second.headings).toEqual(expect.arrayContaining(numbered(26, 3)))
    expect(second.more).toBe("/construction?page=3")
    const last = await read("/construction?page=3")
    expect(last.headings.filter((heading) => heading.startsWith("Chantier"))).toEqual(["Chantier 2", "Chantier 1"])
    expect([last.more, (await read("/transport")).more]).toEqual([undefined, undefined])
  })

  test("a later page has a title and a canonical URL of its own, without the fixed projects", async () => {
    const [first, second] = [await read("/construction"), await read("/construction?page=2")]
    expect(linkOf(second.document, "canonical")).toBe(`${ORIGIN}/construction?page=2`)
    expect(second.document.title).not.toBe(first.document.title)
    expect(first.headings).toContain("Immeuble R+10")
    expect(second.headings).not.toContain("Immeuble R+10")
  })

  test.each(["/construction?page=4", "/construction?page=100000", "/transport?page=2", "/elevage?page=2"])(
    "%s is beyond the last page, and not found",
    async (path) => {
      const { status, document } = await read(path)
      expect([status, document.querySelector("h1")?.textContent]).toEqual([404, "404 Page Not Found"])
    },
  )

  test.each(["page=abc", "page=1", "page=0", "page=-2", "page=1.5", "page=", "page=2&page=3", "page=%5B%5D"])(
    "?%s leads to the first page",
    async (query) => {
      const asked = await site.request(`/construction?${query}`)
      const path = asked.headers.get("Location") ?? `/construction?${query}`
      const { status, headings, document } = await read(path.replace(ORIGIN, ""))
      expect(status).toBe(200)
      expect(headings).toContain("Chantier 50")
      expect(linkOf(document, "canonical")).toBe(`${ORIGIN}/construction`)
    },
  )
})

test("a long description stands in the page whole, folded behind « Lire la suite »", async () => {
  await using site = await startBuiltPages()
  const description = `${"Du maïs et du manioc. ".repeat(60)}Fin de la récolte.`
  await createTestProject(site.db, { sector: "Agriculture", description })
  const folded = (await site.open("/agriculture")).document.querySelector("main details")
  expect(folded?.hasAttribute("open")).toBe(false)
  expect(folded?.querySelector("summary")?.textContent).toMatch(/Lire la suite.*Réduire/)
  expect(folded?.textContent).toContain("Fin de la récolte.")
})
