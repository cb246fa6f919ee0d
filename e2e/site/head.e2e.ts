import { expect, test } from "#e2e/fixtures.ts"
import { canonicalIn, elementsIn, linkedDataIn, metaIn, titleIn } from "./html.ts"
import { screens } from "./screens.ts"

test("each page names its canonical URL, whatever the query, and is shared with title, description and picture", async ({
  request,
  site,
}) => {
  for (const { path } of screens) {
    const html = await (await request.get(`${path}?utm_source=radio`)).text()
    expect(canonicalIn(html)).toBe(`${site.url}${path}`)
    expect(metaIn(html, "og:url")).toBe(`${site.url}${path}`)
    expect(metaIn(html, "og:title"), path).toBe(titleIn(html))
    expect(metaIn(html, "og:description"), path).toBe(metaIn(html, "description"))
    expect(metaIn(html, "og:image"), path).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.+\.(jpg|png)$/)
    expect(metaIn(html, "og:type")).toBeTruthy()
    expect(metaIn(html, "og:site_name")).toBe("Groupe Lisanga")
    expect(metaIn(html, "twitter:card")).toBe("summary_large_image")
  }
})

test("each page has a title and a description that no other page has", async ({ request }) => {
  const pages = await Promise.all(screens.map(async ({ path }) => (await request.get(path)).text()))
  const titles = pages.map(titleIn)
  const descriptions = pages.map((html) => metaIn(html, "description") ?? "")
  expect(new Set(titles).size).toBe(screens.length)
  expect(new Set(descriptions).size).toBe(screens.length)
  expect(titles.filter((title) => !title?.includes("Groupe Lisanga"))).toEqual([])
  expect(descriptions.filter((text) => text.length < 50 || text.length > 160)).toEqual([])
})

test("the share picture is there, in the size that the page says", async ({ request }) => {
  const html = await (await request.get("/")).text()
  const picture = await request.get(metaIn(html, "og:image") ?? "")
  expect(picture.headers()["content-type"]).toMatch(/^image\/(jpeg|png)$/)
  expect([metaIn(html, "og:image:width"), metaIn(html, "og:image:height")]).toEqual(["1200", "630"])
})

test("the home page presents the organisation to search engines", async ({ request, site }) => {
  const [organisation] = linkedDataIn(await (await request.get("/")).text())
  expect(organisation).toMatchObject({
    "@context": "https://schema.org",
    name: "Groupe Lisanga",
    url: `${site.url}/`,
    telephone: "+243 900 000 000",
    email: "contact@lisanga.example",
    foundingDate: "2023",
    address: { streetAddress: "24 avenue de la Paix, Gombe", addressLocality: "Kinshasa", addressCountry: "CD" },
  })
})

test("each page but the home page has the breadcrumb from there", async ({ request, site }) => {
  for (const { path } of screens.slice(1)) {
    const blocks = linkedDataIn(await (await request.get(path)).text())
    const trail = blocks.find((block) => block["@type"] === "BreadcrumbList")
    expect(trail?.itemListElement, path).toMatchObject([
      { position: 1, name: "Accueil", item: `${site.url}/` },
      { position: 2, item: `${site.url}${path}` },
    ])
  }
})

test("the sitemap lists the public URLs", async ({ request, site }) => {
  const response = await request.get("/sitemap.xml")
  expect(response.headers()["content-type"]).toContain("xml")
  const urls = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
  const projects: { slug: string }[] = await (await request.get("/api/projects")).json()
  const paths = [...screens.map(({ path }) => path), ...projects.map(({ slug }) => `/realisations/${slug}`)]
  expect(urls.sort()).toEqual(paths.map((path) => site.url + path).sort())
})

test("robots.txt names the sitemap, and no page, so that robots read what is « noindex »", async ({
  request,
  site,
}) => {
  const text = await (await request.get("/robots.txt")).text()
  expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  expect(text).not.toMatch(/Disallow: *\S/)
})

test("the page's icon is there", async ({ request }) => {
  const links = elementsIn(await (await request.get("/")).text(), "link")
  for (const rel of ["icon", "apple-touch-icon"]) {
    const icon = await request.get(links.find((link) => link.rel === rel)?.href ?? "/no-icon")
    expect(icon.headers()["content-type"], rel).toMatch(/^image\//)
  }
})

test("the web manifest names the company and icons that are there", async ({ request }) => {
  const links = elementsIn(await (await request.get("/")).text(), "link")
  const response = await request.get(links.find(({ rel }) => rel === "manifest")?.href ?? "/no-manifest")
  expect(response.headers()["content-type"]).toContain("application/manifest+json")
  const { name, lang, start_url, icons } = await response.json()
  expect({ name, lang, start_url }).toEqual({ name: "Groupe Lisanga", lang: "fr", start_url: "/" })
  for (const { src, type } of icons) expect((await request.get(src)).headers()["content-type"]).toBe(type)
})

test("pages say that they are French", async ({ request }) => {
  expect(await (await request.get("/")).text()).toMatch(/<html[^>]*\slang="fr"/)
})

test("a page lets no inline script run but its own", async ({ request }) => {
  const policy = (await request.get("/")).headers()["content-security-policy"] ?? ""
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+/)
  expect(policy).not.toContain("unsafe-")
  expect(policy).toContain("connect-src 'self';")
})
