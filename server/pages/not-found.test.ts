import { afterAll, expect, test } from "vitest"
import { linkOf, metaOf, startDemoSite } from "#server/testing/built-pages.ts"

const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

test.each([
  "/introuvable",
  "/construction/x",
  "/administration",
  "/contact/x",
  "/index.html",
  "/construction?page=4",
  "/realisations?page=999",
  "/realisations/inconnu",
  "/realisations/Villa-familiale-a-ma-campagne",
])("%s answers 404 with a page that search engines leave out, and that leads home", async (path) => {
  const { status, headers, document } = await site.open(path)
  expect(status).toBe(404)
  expect(headers.get("Content-Type")).toContain("text/html")
  expect(Array.from(document.querySelectorAll("h1"), (heading) => heading.textContent)).toEqual(["404 Page Not Found"])
  expect(Array.from(document.querySelectorAll("head title"), ({ textContent }) => textContent)).toEqual([
    "404 Page Not Found",
  ])
  expect(linkOf(document, "canonical")).toBeUndefined()
  expect(metaOf(document, "robots")).toBe("noindex")
  expect(document.querySelector('main a[href="/"]')?.textContent).toMatch(/accueil/i)
  for (const part of ["header", "footer"]) expect(document.querySelector(part), part).not.toBeNull()
})

test.each([
  ["/Construction", "/construction"],
  ["/ELEVAGE?page=2", "/elevage?page=2"],
  ["/%C3%A9levage", "/elevage"],
  ["/%C3%89levage", "/elevage"],
  ["/a-propos", "/about"],
  ["/À-Propos", "/about"],
  ["/devis?projet=villa", "/contact?projet=villa"],
  ["/favicon.ico", "/favicon.svg"],
])("%s, as people type it, leads to %s", async (typed, path) => {
  const { status, headers } = await site.request(typed, { redirect: "manual" })
  expect([status, headers.get("Location")]).toEqual([301, path])
})

test.each([
  "/%E0%A4%A",
  "/%00",
  "/..%2f..%2fetc%2fpasswd",
  "//evil.example/x",
  "//about",
  "/contact//merci",
  "//admin/messages",
  "/admin//messages",
  "///",
])("the malformed %s is not found or rejected, never a failure, and leads to no other site", async (path) => {
  const response = await site.request(path)
  expect([308, 400, 404]).toContain(response.status)
  expect(response.headers.get("Location") ?? "/").toMatch(/^\/(?!\/)/)
})

test.each(["/uploads/absente.jpg", "/uploads/..%2Fsite.db", "/uploads/site.db", "/photos/absente.avif"])(
  "the file %s is not found",
  async (path) => {
    expect((await site.request(path)).status).toBe(404)
  },
)

test.each(["?__proto__=1", "?page[]=2", "?q=%E0%A4%A", "?%00"])(
  "the strange query %s leaves a page as it is",
  async (query) => {
    const { status, document } = await site.open(`/transport${query}`)
    expect([status, document.querySelector("h1")?.textContent]).toEqual([200, "Transport"])
  },
)

test("what is too long is not found, and a query that is too long changes nothing", async () => {
  for (const path of [`/${"a".repeat(3000)}`, `/realisations/${"a".repeat(300)}`])
    expect((await site.request(path)).status).toBe(404)
  expect((await site.request(`/transport?${"a=1&".repeat(500)}`)).status).toBe(200)
})
