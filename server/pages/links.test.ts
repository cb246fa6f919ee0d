import { afterAll, expect, test } from "vitest"
import { ORIGIN, publicPaths, startDemoSite, visibleText } from "#server/testing/built-pages.ts"

const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

/** Parsing the hundreds of filtered lists as documents would take ten times as long. */
async function read(path: string) {
  const response = await site.request(path)
  const html = await response.text()
  const links = Array.from(html.matchAll(/<a\s[^>]*?href="([^"]*)"/g), ([, href = ""]) => href.replaceAll("&amp;", "&"))
  return { status: response.status, html, links: [...new Set(links)] }
}

test("every link of the public pages leads to an answer, and every fragment to an element", {
  timeout: 60_000,
}, async () => {
  const waiting: string[] = [...publicPaths]
  const seen = new Set(waiting)
  for (const path of waiting) {
    const { status, html, links } = await read(path)
    expect(status, path).toBe(200)
    expect(html, path).not.toContain("localhost")
    for (const href of links) {
      if (href.startsWith("#")) expect(html, `${path} has ${href}`).toContain(`id="${href.slice(1)}"`)
      if (!href.startsWith("/") || seen.has(href)) continue
      seen.add(href)
      waiting.push(href)
    }
  }
  expect(waiting.length).toBeGreaterThan(publicPaths.length + 12)
})

test("links that leave the site are those of the company's social pages, its phone and its e-mail", async () => {
  const links = (await Promise.all(publicPaths.map(read))).flatMap(({ links }) => links)
  const leaving = [...new Set(links.filter((href) => !/^[/#]/.test(href)))]
  expect(leaving.length).toBeGreaterThan(4)
  const known =
    /^(tel:\+243900000000|mailto:contact@lisanga\.example|https:\/\/www\.(facebook|linkedin|instagram)\.com\/)/
  expect(leaving.filter((href) => !known.test(href))).toEqual([])
})

test("every public page has the same footer", async () => {
  const paths = [...publicPaths, "/realisations/villa-familiale-a-ma-campagne", "/login", "/register", "/introuvable"]
  const [first = "", ...others] = await Promise.all(
    paths.map(async (path) => {
      const footer = (await site.open(path)).document.querySelector("footer")
      return footer ? visibleText(footer) : `none on ${path}`
    }),
  )
  expect(first).toContain("© 2023")
  for (const other of others) expect(other).toBe(first)
})

const inHeader = publicPaths.slice(0, 7)

test.each([...publicPaths, "/login", "/introuvable"])(
  "%s marks its own link as the current one, and no other",
  async (path) => {
    const bar = (await site.open(path)).document.querySelector('nav[aria-label="Navigation principale"]')
    expect(Array.from(bar?.querySelectorAll("a") ?? [], (link) => link.getAttribute("href"))).toEqual(inHeader)
    const current = Array.from(bar?.querySelectorAll("[aria-current]") ?? [], (link) => link.getAttribute("href"))
    expect(current).toEqual(inHeader.some((link) => link === path) ? [path] : [])
  },
)

test.each([
  ["/realisations?statut=termine&secteur=transport", "/realisations?secteur=transport&statut=termine"],
  ["/realisations?secteur=Transport", "/realisations?secteur=transport"],
  ["/realisations?secteur=mines&annee=12&page=1", "/realisations"],
  ["/realisations?annee=1950&secteur=transport", "/realisations?secteur=transport"],
])("each combination of filters has one URL: %s leads to %s", async (path, canonical) => {
  let reached = path
  for (let steps = 0; steps < 3; steps += 1) {
    const next = (await site.request(reached)).headers.get("Location")
    if (next) reached = next.replace(ORIGIN, "")
  }
  expect(reached).toBe(canonical)
})

test("every public page answers HEAD as GET, without a body", async () => {
  for (const path of ["/", "/contact", "/sitemap.xml", "/api/placeholder.jpg"]) {
    const response = await site.request(path, { method: "HEAD" })
    expect([response.status, await response.text()], path).toEqual([200, ""])
  }
})
