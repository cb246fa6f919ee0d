import { expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { startPages } from "#server/testing/start-pages.ts"

const at = "2026-03-01T08:00:00.000Z"

/** Inserts many published projects at once. */
async function fill(db: Awaited<ReturnType<typeof startPages>>["db"], count: number) {
  const texts = { nameFolded: "", description: "", sector: "Transport", sectorFolded: "transport" } as const
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => ({
      ...texts,
      name: `Projet ${start + index}`,
      slug: `projet-${start + index}`,
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
    }))
    await db.insertInto("projects").values(rows).execute()
  }
}

test("names the pages and the projects that are public, with their last change", async () => {
  await using site = await startPages()
  await createTestProject(site.db, { name: "Pont", at })
  await createTestProject(site.db, { name: "Brouillon", at, publishedAt: null })
  const response = await site.request("/sitemap.xml")
  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8")
  const xml = await response.text()
  for (const path of ["/", "/construction", "/realisations", "/contact"]) {
    expect(xml).toContain(`<url><loc>http://site.example${path}</loc></url>`)
  }
  expect(xml).toContain(`<url><loc>http://site.example/realisations/pont</loc><lastmod>${at}</lastmod></url>`)
  expect(xml).not.toContain("brouillon")
  expect(xml).not.toContain("apercu")
})

test("is read from the database once for each state of the content", async () => {
  await using site = await startPages()
  const before = await site.read("/sitemap.xml")
  expect(await site.read("/sitemap.xml?utm_source=x")).toBe(before)
  await createTestProject(site.db, { name: "Pont" })
  expect(await site.read("/sitemap.xml")).toContain("/realisations/pont<")
})

test("more than 10,000 projects stand in parts, each in one of them", async () => {
  await using site = await startPages()
  await fill(site.db, 10_001)
  const index = await site.read("/sitemap.xml")
  const parts = [...index.matchAll(/<sitemap><loc>http:\/\/site\.example(.*?)<\/loc>/g)].map(([, path]) => path ?? "")
  expect(parts).toEqual(["/sitemap.xml?page=1", "/sitemap.xml?page=2"])
  const texts = await Promise.all(parts.map((path) => site.read(path)))
  const found = texts.map((xml) => [...xml.matchAll(/\/realisations\/(projet-\d+)</g)].map(([, slug]) => slug))
  expect(found.map((slugs) => slugs.length)).toEqual([10_000, 1])
  expect(new Set(found.flat()).size).toBe(10_001)
  expect(texts[1]).not.toContain("/contact<")
})

test("there is no other part", async () => {
  await using site = await startPages()
  expect((await site.request("/sitemap.xml?page=1")).status).toBe(200)
  for (const page of ["2", "0", "01", "a", "", "999999"]) {
    expect((await site.request(`/sitemap.xml?page=${page}`)).status, page).toBe(404)
  }
})

test("robots.txt names no page that is « noindex », and no private address", async () => {
  await using site = await startPages()
  expect(await site.read("/robots.txt")).toBe("User-agent: *\nDisallow:\nSitemap: http://site.example/sitemap.xml\n")
})
