import { expect, test } from "#e2e/fixtures.ts"
import { linksIn, textIn } from "./html.ts"
import { screens, sectorScreens } from "./screens.ts"

test("each sector's page arrives with its projects: name, place, text and status, newest first", async ({
  request,
}) => {
  for (const { path, sector } of sectorScreens) {
    const response = await request.get("/api/projects", { params: { sector } })
    const projects: Record<string, string | null>[] = await response.json()
    expect(projects.length, path).toBeGreaterThanOrEqual(2)
    const text = textIn(await (await request.get(path)).text(), "main")
    let from = 0
    for (const { project_name, description, address, status } of projects) {
      for (const shown of [project_name, address, description, status]) {
        const at = text.indexOf(shown?.replace(/\s+/g, " ") ?? "", from)
        expect(at, `${shown} after ${text.slice(from, from + 40)}`).toBeGreaterThanOrEqual(from)
        from = at
      }
    }
  }
})

test("every link of the public pages leads to an answer, and every fragment to an element", async ({ request }) => {
  const waiting: string[] = screens.map(({ path }) => path)
  const seen = new Set(waiting)
  for (const path of waiting) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const html = await response.text()
    expect(html, path).not.toContain("localhost")
    for (const href of linksIn(html)) {
      if (href.startsWith("#")) expect(html, `${path} has ${href}`).toContain(`id="${href.slice(1)}"`)
      if (!href.startsWith("/") || seen.has(href)) continue
      seen.add(href)
      waiting.push(href)
    }
  }
})

test("links that leave the site are those of the company's social pages, its phone and its e-mail", async ({
  request,
}) => {
  const pages = await Promise.all(screens.map(async ({ path }) => (await request.get(path)).text()))
  const leaving = new Set(pages.flatMap(linksIn).filter((href) => !/^[/#]/.test(href)))
  for (const href of leaving) {
    expect(href).toMatch(
      /^(tel:\+243900000000|mailto:contact@lisanga\.example|https:\/\/www\.(facebook|linkedin|instagram)\.com\/)/,
    )
  }
})

test("every public page has the same footer", async ({ request }) => {
  const paths = [...screens.map(({ path }) => path), "/introuvable"]
  const footers = paths.map(async (path) => textIn(await (await request.get(path)).text(), "footer"))
  const [first, ...others] = await Promise.all(footers)
  expect(first).toContain("© 2023")
  for (const other of others) expect(other).toBe(first)
})

test("a slash at the end of a path leads to the path without it", async ({ request }) => {
  const response = await request.get("/construction/?page=2", { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers().location).toBe("/construction?page=2")
})

test("HEAD answers as GET does, without a body", async ({ request }) => {
  for (const path of ["/", "/contact", "/sitemap.xml", "/api/projects", "/api/placeholder.jpg"]) {
    const response = await request.head(path)
    expect(response.status(), path).toBe(200)
    expect(await response.text(), path).toBe("")
  }
})
