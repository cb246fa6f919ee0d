import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

function matchesOf(html: string, pattern: RegExp) {
  return Array.from(html.matchAll(pattern), ([, found = ""]) => found)
}

test("the policy allows the page's inline scripts as browsers read them, whatever a form has sent", async () => {
  await using site = await startApp({ pages })
  const fields = new URLSearchParams({ email: "a\0b\r\nc\rd</script><script>e()</script>", password: "" })
  const response = await site.request("/login", { method: "POST", body: fields })
  // Parsers replace these characters (HTML standard §13.2.3.5, newlines, and §13.2.5.4, script data state).
  const html = (await response.text()).replaceAll("\0", "\ufffd").replace(/\r\n?/g, "\n")
  const scripts = matchesOf(html, /<script(?: data-[^>]*)?>(.*?)<\/script>/gs)
  expect(scripts.join()).toContain("a\\x00b")
  const policy = response.headers.get("Content-Security-Policy") ?? ""
  const hashes = scripts.map((code) => createHash("sha256").update(code).digest("base64"))
  expect(matchesOf(policy, /'sha256-([^']+)'/g).sort()).toEqual(hashes.sort())
})

test.each(["/", "/contact", "/nowhere"])("%s contains each icon that it shows once, and no other", async (path) => {
  await using site = await startApp({ pages })
  const html = await (await site.request(path)).text()
  const shown = new Set(matchesOf(html, /<use href="#([^"]+)"/g))
  expect(shown.size).toBeGreaterThan(0)
  expect(matchesOf(html, /<symbol id="([^"]+)"/g)).toEqual([...shown])
})

test("each page, and the manifest, has the name that was published last", async () => {
  await using site = await startApp({ pages })
  const company = defaultContent.entreprise
  const facts = { ...company.facts, name: "Établissements Nzuzi" }
  await publishTestContent(site.db, "entreprise", { ...company, facts })
  await createTestProject(site.db, { name: "Pont" })
  const paths = ["/", "/transport", "/about", "/contact", "/login", "/register", "/realisations", "/realisations/pont"]
  for (const path of [...paths, "/contact/merci", "/nowhere", "/hors-ligne", "/site.webmanifest"]) {
    const text = await (await site.request(path)).text()
    expect(text, path).toContain("Établissements Nzuzi")
    expect(text, path).not.toContain("Lisanga")
  }
})

test("a link is the current one on its own page alone", async () => {
  await using site = await startApp({ pages })
  await createTestProject(site.db, { name: "Pont" })
  const current = async (path: string) =>
    matchesOf(await (await site.request(path)).text(), /<a [^>]*href="([^"]*)"[^>]*aria-current="page"/g)
  expect(await current("/realisations/pont")).toEqual([])
  expect(await current("/contact/merci")).toEqual([])
  expect(new Set(await current("/contact?projet=pont"))).toEqual(new Set(["/contact"]))
  expect(await current("/realisations?secteur=construction")).toContain("/realisations")
})

test("the list of all projects has filters once there is a project", async () => {
  await using site = await startApp({ pages })
  const read = async () => (await site.request("/realisations")).text()
  expect(await read()).not.toContain("Filtrer")
  await createTestProject(site.db)
  await expect.poll(read).toContain("Filtrer")
})

test("a small decorative picture is not preloaded, and its button has a name", async () => {
  await using site = await startApp({ pages })
  await createTestProject(site.db, { name: "Pont", images: [{ name: "pont.jpg", alt: "" }] })
  const html = await (await site.request("/realisations/pont")).text()
  expect(html).toContain('aria-label="Agrandir : photo"')
  expect(html).not.toContain('rel="preload" as="image"')
})

test("a preview has no form, which its policy would block", async () => {
  await using site = await startApp({ pages })
  const read = async (path: string, headers = {}) => (await site.request(path, { headers })).text()
  expect(await read("/transport")).toContain("<form")
  const preview = await read("/admin/site-management/transport/preview", await signInAs(site, "admin"))
  expect(preview).toContain("</footer>")
  expect(preview).not.toContain("<form")
})

test("with PUBLIC_URL every absolute URL of a page, of the sitemap and of robots.txt begins with it", async () => {
  const PUBLIC_URL = "https://www.lisanga.example"
  await using site = await startApp({ pages, settings: { PUBLIC_URL } })
  const read = async (path: string) => (await site.request(`http://127.0.0.1:3000${path}`)).text()
  const html = await read("/transport")
  expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/transport"`)
  expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}/transport"`)
  expect(html).toContain(`<meta property="og:image" content="${PUBLIC_URL}/`)
  expect(html).toContain(`"item":"${PUBLIC_URL}/transport"`)
  expect(html).not.toContain("127.0.0.1")
  expect(await read("/sitemap.xml")).toContain(`<loc>${PUBLIC_URL}/transport</loc>`)
  expect(await read("/robots.txt")).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
})
